-- What one node knows of its restarts, and the counters that depend on it.

local KEEP_BOOT = 172800000 -- two days, so that this record outlives every counter
local UNKNOWN_RUN = '0'

-- The run ids of the brand-new group that a record names, or ''.
local function group_of(record)
  return string.match(record, '^1:%x+:%d+:%d+:([%x,]*)$') or ''
end

local function write_record(key, run, longest, ends, group)
  local record = '1:' .. run .. ':' .. digits(longest) .. ':' .. digits(ends)
  record = group == '' and record or record .. ':' .. group
  redis.call('SET', key, record, 'PX', digits(math.max(KEEP_BOOT, longest)))
end

-- How this node stands. The record: '1:<run id>:<longest lease, ms>:<end of the quarantine, ms>[:<run ids>]'. An end of 0
-- marks a node of a brand-new group, whose run ids follow. A longest lease of 0 asks for no quarantine at all.
--   run        the run id
--   unmarked   true if nothing is known: it may have forgotten everything
--   left       for how many milliseconds nothing may be granted
--   restarted  true if it has ever restarted: only counters of this run count
local function standing(key, max_lease)
  local info = redis.call('INFO', 'server')
  local at = {run = string.match(info, 'run_id:(%x+)'), left = 0}
  if max_lease == 0 then
    return at
  end
  local value = redis.call('GET', key)
  if not value then
    at.unmarked, at.restarted = true, true
    return at
  end
  local run, longest, ends = string.match(value, '^1:(%x+):(%d+):(%d+)')
  longest, ends = tonumber(longest) or 0, tonumber(ends)
  local same = run == at.run
  if not same or max_lease > longest then
    longest = math.max(longest, max_lease)
    local group = group_of(value)
    if not same or ends ~= 0 then
      ends = quarantine_end(info, longest)
      group = ''
    end
    write_record(key, at.run, longest, ends, group)
  elseif redis.call('PTTL', key) < KEEP_BOOT * 3 / 4 then
    redis.call('PEXPIRE', key, digits(math.max(KEEP_BOOT, longest)))
  end
  at.restarted = ends ~= 0
  if at.restarted then
    local _, millis = now()
    at.left = math.max(0, ends - millis)
  end
  return at
end

-- A counter as it stands on this node, nil if the key is not ours; valid is false if it may be behind.
local function read_counter(key, at)
  local value = get(key)
  if not value then
    return {last = 0, run = UNKNOWN_RUN, floor = 0, before = 0, valid = not at.restarted}
  end
  local counter = parse_node_counter(value)
  if counter then
    counter.valid = not at.restarted or counter.run == at.run
  end
  return counter
end

local function write_counter(key, counter, at)
  -- A counter that may be behind does not become right by being written.
  store_counter(key, counter, counter.valid and at.run or counter.run)
end
