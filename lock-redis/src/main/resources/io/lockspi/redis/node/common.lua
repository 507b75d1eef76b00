-- Shared by the scripts that follow it. All numbers stay below 2^53, where Lua's doubles are exact.

local WRONG_TYPE = {}

-- GET that tells a key of another type apart from every other trouble.
local function get(key)
  local value = redis.pcall('GET', key)
  if type(value) ~= 'table' then
    return value
  end
  if string.find(value.err, 'WRONGTYPE', 1, true) then
    return WRONG_TYPE
  end
  return redis.call('GET', key) -- raises the same error again
end

-- Fence and claim id of a stored claim; nil for anything that this library did not write.
local function parse_claim(value)
  if type(value) ~= 'string' then
    return nil
  end
  local fence, id = string.match(value, '^1:(%d+):(%x+):%d+:')
  return tonumber(fence), id
end

-- The last fence of a counter key, 0 if there is none, nil for a key that is not ours.
local function parse_counter(value)
  if not value then
    return 0
  end
  return type(value) == 'string' and string.match(value, '^%d+$') and tonumber(value) or nil
end

local function digits(number)
  return string.format('%.0f', number)
end

local KEEP_COUNTER = '86400000' -- a day after it was last written or prolonged, in milliseconds

-- Keeps the counter for another while, and lifts it to the fence of a claim in case it was lost.
local function keep_counter(key, fence)
  local last = parse_counter(get(key))
  if last and last < fence then
    redis.call('SET', key, digits(fence), 'PX', KEEP_COUNTER)
  elseif last then
    redis.call('PEXPIRE', key, KEEP_COUNTER)
  end
end

-- Prolongs a key to a time to live, never shortens it. Returns what it has now, in milliseconds.
local function prolong(key, ttl)
  local left = redis.call('PTTL', key)
  if left >= ttl then
    return left
  end
  redis.call('PEXPIRE', key, ttl)
  return ttl
end

-- The server's time in microseconds and in milliseconds.
local function now()
  local time = redis.call('TIME')
  local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
  return micros, math.floor(micros / 1000)
end

local MAX_TOKEN = 9007199254740991

-- The highest token of a new block, and the time; nil if the counter's key is not ours. It rises even if the counter was
-- lost, as the server's time does.
local function next_fence(counter, tokens)
  local last = parse_counter(get(counter))
  local micros, millis = now()
  return last and math.max(last + tokens, micros), micros, millis
end

local function claim_value(fence, id, micros, label)
  return '1:' .. digits(fence) .. ':' .. id .. ':' .. digits(micros) .. ':' .. label
end
