-- KEYS: lock and fence of each claim; ARGV: counter ttl ms, then id and lease ms of each claim
-- Returns for each claim its time to live in ms, or 0 if it is not the owner.
local results = {}
for i = 1, #KEYS / 2 do
  local lock, counter = KEYS[2 * i - 1], KEYS[2 * i]
  local fence, id = parse_claim(get(lock))
  if id == ARGV[2 * i] then
    results[i] = prolong(lock, tonumber(ARGV[2 * i + 1]))
    keep_counter(counter, fence, ARGV[1])
  else
    results[i] = 0
  end
end
return results
