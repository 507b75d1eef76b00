-- Before all functions, and without any, since the server makes those anew for each call. Only where neither a quarantine nor
-- an epoch counts, for it asks for neither.

-- Nobody holds the lock, waits for it, or has released this claim.
if redis.call('EXISTS', KEYS[1], KEYS[3], KEYS[5]) == 0 then
  local last = redis.pcall('GET', KEYS[2]) or '0'
  -- Another case if the counter is not ours.
  if type(last) == 'string' and string.find(last, '^%d+$') then
    local time = redis.call('TIME')
    local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
    local fence = math.max(tonumber(last) + tonumber(ARGV[3]), micros)
    if fence <= 9007199254740991 then
      local token = string.format('%.0f', fence)
      redis.call('SET', KEYS[2], token, 'PX', '86400000')
      local since = fence == micros and token or string.format('%.0f', micros)
      -- Last of all, so that a script that fails half-way has granted nothing.
      redis.call('SET', KEYS[1], '1:' .. token .. ':' .. ARGV[1] .. ':' .. since .. ':' .. ARGV[4], 'PX', ARGV[2])
      return fence
    end
  end
end
