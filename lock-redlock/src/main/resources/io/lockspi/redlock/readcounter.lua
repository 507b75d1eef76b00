-- KEYS: fence, boot
-- ARGV: max lease ms or 0
-- Returns {valid (1 or 0), counter, floor, run id}, {-2, key} if the key is not ours.
local at = standing(KEYS[2], tonumber(ARGV[1]))
local counter = read_counter(KEYS[1], at)
if not counter then
  return {-2, KEYS[1]}
end
return {counter.valid and not at.unmarked and 1 or 0, counter.last, counter.floor, at.run}
