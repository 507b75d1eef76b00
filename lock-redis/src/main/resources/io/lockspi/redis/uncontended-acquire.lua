-- Before the functions that only other cases need, since the server makes those anew for each call.

local function grant(fence, micros)
  redis.call('SET', KEYS[2], digits(fence), 'PX', ARGV[7])
  -- Last of all, so that a script that fails half-way has granted nothing.
  redis.call('SET', KEYS[1], claim_value(fence, ARGV[1], micros, ARGV[8]), 'PX', ARGV[2])
end

-- Nobody holds the lock, waits for it, or has released this claim, and neither a quarantine nor an epoch is asked for.
if #KEYS == 5 and ARGV[9] == '0' and redis.call('EXISTS', KEYS[1], KEYS[3], KEYS[5]) == 0 then
  local fence, micros = next_fence(KEYS[2], tonumber(ARGV[3]))
  if fence and fence <= MAX_TOKEN then
    grant(fence, micros)
    return {1, fence, tonumber(ARGV[2])}
  end
end
