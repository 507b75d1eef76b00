-- KEYS: fence, boot
-- ARGV: the run id that was read before, counter, floor, max lease ms
-- Returns {1} if the counter is right now, {0} if this node has restarted since, or is in quarantine.
local at = standing(KEYS[2], tonumber(ARGV[4]))
local counter = read_counter(KEYS[1], at)
if at.run ~= ARGV[1] or at.unmarked or at.left > 0 or not counter then
  return {0}
end
counter.last = math.max(counter.last, tonumber(ARGV[2]))
counter.floor = math.max(counter.floor, tonumber(ARGV[3]))
counter.before = counter.floor
counter.valid = true
write_counter(KEYS[1], counter, at)
return {1}
