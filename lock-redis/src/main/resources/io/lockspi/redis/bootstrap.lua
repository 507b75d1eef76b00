-- KEYS: boot
-- ARGV: max lease ms, failover=safe (1 or 0), 'ask', 'vouch', or an epoch that a majority has
-- Returns {ms} for which nothing is granted, {-1} as long as nothing is known to be acknowledged.
local longest, safe, what = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if what == 'vouch' then
  local run_id = run_id_and_age()
  if safe == '1' then
    keep_boot(KEYS[1], run_id .. '-' .. master_epoch(), longest, '0', KEEP_EPOCH)
  else
    keep_boot(KEYS[1], run_id, longest, '0', DAY)
  end
end
local left, pending = quarantine_left(KEYS[1], ARGV[1], safe)
if pending and pending == what then
  local known = tonumber(string.match(redis.call('GET', KEYS[1]), ':(%d+):pending$'))
  local _, millis = now()
  keep_boot(KEYS[1], pending, known, digits(millis + known), KEEP_EPOCH)
  return {known}
end
return {pending and -1 or left}
