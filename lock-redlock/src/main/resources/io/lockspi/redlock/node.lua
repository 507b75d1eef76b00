-- What one node knows of its restarts, and the counters that depend on it.

local KEEP_BOOT = 172800000 -- two days, so that this record outlives every counter
local UNKNOWN_RUN = '0'

-- How this node stands. The record: '1:<run id>:<longest lease, ms>:<end of the quarantine, ms>[:<run ids>]'. An end of 0
-- marks a node of a brand-new group, whose run ids follow. A longest lease of 0 asks for no quarantine at all.
--   run        the run id
--   unmarked   true if nothing is known: it may have forgotten everything
--   left       for how many milliseconds nothing may be granted
--   restarted  true if it has ever restarted: only counters of this run count
--   group      the run ids of the brand-new group, or ''
local function standing(key, max_lease)
  local info = redis.call('INFO', 'server')
  local at = {run = string.match(info, 'run_id:(%x+)'), left = 0, group = ''}
  if max_lease == 0 then
    return at
  end
  local value = redis.call('GET', key)
  if not value then
    at.unmarked, at.restarted = true, true
    return at
  end
  local run, longest, ends, group = string.match(value, '^1:(%x+):(%d+):(%d+):?([%x,]*)$')
  longest, ends = tonumber(longest) or 0, tonumber(ends)
  local same = run == at.run
  if not same or max_lease > longest then
    longest = math.max(longest, max_lease)
    if not same or ends ~= 0 then
      ends = quarantine_end(info, longest)
      group = ''
    end
    local record = '1:' .. at.run .. ':' .. digits(longest) .. ':' .. digits(ends)
    record = group == '' and record or record .. ':' .. group
    redis.call('SET', key, record, 'PX', digits(math.max(KEEP_BOOT, longest)))
  elseif redis.call('PTTL', key) < KEEP_BOOT * 3 / 4 then
    redis.call('PEXPIRE', key, digits(math.max(KEEP_BOOT, longest)))
  end
  local _, millis = now()
  at.group = group
  at.restarted = ends ~= 0
  at.left = math.max(0, ends - millis)
  return at
end

-- The counter: '<highest token given out>:<run id>:<floor>:<floor before>'. The floor is the highest token of a claim that
-- may have been granted; a claim with a lower token never comes back. The floor before is what it was before the newest
-- acquire, for its roll-back. Returns a table, nil if the key is not ours; valid is false if the counter may be behind.
local function read_counter(key, at)
  local value = get(key)
  if not value then
    return {last = 0, run = UNKNOWN_RUN, floor = 0, before = 0, valid = not at.restarted}
  end
  if type(value) ~= 'string' then
    return nil
  end
  local last, run, floor, before = string.match(value, '^(%d+):(%x+):(%d+):(%d+)$')
  if not last then
    return nil
  end
  return {
    last = tonumber(last), run = run, floor = tonumber(floor), before = tonumber(before),
    valid = not at.restarted or run == at.run
  }
end

local function write_counter(key, counter, at, ttl)
  -- A counter that may be behind does not become right by being written.
  local run = counter.valid and at.run or counter.run
  local value = digits(counter.last) .. ':' .. run .. ':' .. digits(counter.floor) .. ':' .. digits(counter.before)
  redis.call('SET', key, value, 'PX', ttl)
end

-- Lifts a counter and its floor to a token.
local function lift(counter, token)
  counter.last = math.max(counter.last, token)
  counter.floor = math.max(counter.floor, token)
end

local function belongs_to(held_id, id)
  return held_id and string.sub(held_id, 1, #id) == id
end
