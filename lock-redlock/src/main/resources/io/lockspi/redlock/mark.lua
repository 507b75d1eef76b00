-- KEYS: boot
-- ARGV: the run id that was read before, max lease ms, run ids of a brand-new group or ''
-- Returns {1} if it was marked, {0} if something is known of this node, or it has restarted since.
local at = standing(KEYS[1], tonumber(ARGV[2]))
if not at.unmarked or at.run ~= ARGV[1] then
  return {0}
end
local longest, ends = tonumber(ARGV[2]), 0
if ARGV[3] == '' then
  ends = quarantine_end(redis.call('INFO', 'server'), longest)
end
write_record(KEYS[1], at.run, longest, ends, ARGV[3])
return {1}
