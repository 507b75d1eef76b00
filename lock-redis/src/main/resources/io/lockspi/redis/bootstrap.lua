-- KEYS: boot
-- ARGV: max lease ms, vouch (1 or 0)
-- Returns {ms} for which nothing is granted.
if ARGV[2] == '1' then
  local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  local longest = tonumber(ARGV[1])
  redis.call('SET', KEYS[1], '1:' .. run_id .. ':' .. digits(longest) .. ':0', 'PX', digits(math.max(DAY, longest)))
end
return {quarantine_left(KEYS[1], tonumber(ARGV[1]))}
