-- The counter: '<highest token given out>:<run id>:<floor>:<floor before>'. The floor is the highest token of a claim that
-- may have been granted; a claim with a lower token never comes back. The floor before is what it was before the newest
-- acquire, for its roll-back. Counters of an earlier run may be behind.

-- The parts of a stored counter; nil if there is none, or if it is not ours.
local function parse_node_counter(value)
  local last, run, floor, before
  if type(value) == 'string' then
    last, run, floor, before = string.match(value, '^(%d+):(%x+):(%d+):(%d+)$')
  end
  return last and {last = tonumber(last), run = run, floor = tonumber(floor), before = tonumber(before)}
end

local function store_counter(key, counter, run)
  local value = digits(counter.last) .. ':' .. run .. ':' .. digits(counter.floor) .. ':' .. digits(counter.before)
  redis.call('SET', key, value, 'PX', KEEP_COUNTER)
end

-- Lifts a counter and its floor to a token.
local function lift(counter, token)
  counter.last = math.max(counter.last, token)
  counter.floor = math.max(counter.floor, token)
end

-- Past the tokens of a claim that ends, so that no late renewal brings it back, whoever else rolls back here.
local function lift_past(counter, top)
  lift(counter, top + 1)
  counter.before = math.max(counter.before, top + 1)
end

-- The claim of an attempt, or of itself.
local function claim_of(id)
  return string.sub(id, 1, 32)
end

local function belongs_to(held_id, id)
  return held_id and string.sub(held_id, 1, #id) == id
end
