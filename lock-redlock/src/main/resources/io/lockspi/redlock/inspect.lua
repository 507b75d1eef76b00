-- KEYS: lock, waiters
-- Returns {value or '' if free, ttl ms, number of live waiters}; {-2, key} if the key is not ours.
local value = get(KEYS[1])
if value and not parse_claim(value) then
  return {-2, KEYS[1]}
end
local live = 0
local _, millis = now()
for _, note in ipairs(redis.call('HVALS', KEYS[2])) do
  local alive_until = tonumber(string.match(note, '^(%d+):'))
  if alive_until and alive_until >= millis then
    live = live + 1
  end
end
return {value or '', redis.call('PTTL', KEYS[1]), live}
