-- KEYS: lock, highest token seen for the resource, data
-- ARGV: id, token, ttl ms of the highest token, operation, value, expected value
-- Returns {1, result} done, {0} the claim is not the owner, {-1, highest} the token is stale, {-2, key} not ours.
local lock, seen, data = KEYS[1], KEYS[2], KEYS[3]
local token = tonumber(ARGV[2])

local fence, held_id = parse_claim(get(lock))
if held_id ~= ARGV[1] or token > fence then
  return {0}
end
local highest = parse_counter(get(seen))
if not highest then
  return {-2, seen}
end
if token < highest then
  return {-1, digits(highest)}
end
local current = get(data)
if current == WRONG_TYPE then
  return {-2, data}
end

redis.call('SET', seen, digits(token), 'PX', ARGV[3])
local operation = ARGV[4]
if operation == 'get' then
  return {1, current}
elseif operation == 'set' then
  redis.call('SET', data, ARGV[5])
  return {1, 1}
elseif operation == 'delete' then
  return {1, redis.call('DEL', data)}
elseif current == ARGV[6] then -- compareAndSet
  redis.call('SET', data, ARGV[5])
  return {1, 1}
end
return {1, 0}
