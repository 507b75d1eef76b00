-- KEYS: lock, fence, boot
-- ARGV: attempt id, token, max lease ms or 0
-- Returns {1} this node votes for the token, {2, counter} it owns a higher counter, {0} it is not the attempt's.
local token = tonumber(ARGV[2])
local _, held_id = parse_claim(get(KEYS[1]))
local at = standing(KEYS[3], tonumber(ARGV[3]))
local counter = read_counter(KEYS[2], at)
if held_id ~= ARGV[1] or at.left > 0 or at.unmarked or not counter or not counter.valid then
  return {0}
end
if counter.last > token then
  return {2, counter.last}
end
lift(counter, token)
write_counter(KEYS[2], counter, at)
return {1}
