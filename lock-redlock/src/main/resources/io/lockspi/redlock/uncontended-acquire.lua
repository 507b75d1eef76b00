-- Before the functions that only other cases need, since the server makes those anew for each call.

-- Makes the attempt the owner, with a new block of tokens.
local function grant(counter, at)
  local micros = now()
  -- All nodes take the client's proposal, so that they agree; one client with a wild clock cannot use the tokens up.
  local token = math.max(counter.last + tonumber(ARGV[3]), math.min(tonumber(ARGV[4]), micros + 300000000))
  if token > MAX_TOKEN then
    return {-3, KEYS[2]}
  end
  counter.before = counter.floor
  lift(counter, token)
  write_counter(KEYS[2], counter, at)
  -- Last of all, so that a script that fails half-way has granted nothing.
  redis.call('SET', KEYS[1], claim_value(token, ARGV[1], micros, ARGV[7]), 'PX', ARGV[2])
  return {1, token, at.run}
end

-- Nobody holds the lock or waits for it, and neither the attempt nor its claim was released before.
if redis.call('EXISTS', KEYS[1], KEYS[3], KEYS[5], KEYS[6]) == 0 then
  local at = standing(KEYS[7], tonumber(ARGV[8]))
  local counter = not at.unmarked and at.left == 0 and read_counter(KEYS[2], at)
  if counter and counter.valid then
    return grant(counter, at)
  end
end
