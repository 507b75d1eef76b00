-- KEYS: lock, fence, queue, waiters, tombstone of the attempt, tombstone of the claim, boot
-- ARGV: attempt id, lease ms, tokens, seed, owner label,
--       mailbox ('' if it does not wait, '-' if it waits and cannot be told), max lease ms or 0
-- Returns '<counter>:<run id>' granted by this node, {0, ttl ms, holder's attempt id} held, {-1} refused because released
--         before, {-2, key} a key is not ours, {-3, key} the tokens are used up, {-4, ms} quarantined for so long,
--         {-5, run id} nothing known of this node, {-6, run id} counter needed.
local lock, queue, waiters = KEYS[1], KEYS[3], KEYS[4]
local mailbox = ARGV[6]
local id, claim = ARGV[1], claim_of(ARGV[1])

local held = get(lock)
local _, held_id = parse_claim(held)
if held and not held_id then
  return {-2, lock}
end
if redis.call('EXISTS', KEYS[5], KEYS[6]) > 0 then
  return {-1}
end
local at = standing(KEYS[7], tonumber(ARGV[7]))
if at.unmarked then
  return {-5, at.run}
end
if held and held_id ~= id then
  if mailbox ~= '' then
    enter(queue, waiters, claim, ARGV[2], ARGV[3], ARGV[5], mailbox == '-' and '' or mailbox)
  end
  return {0, redis.call('PTTL', lock), held_id}
end
if at.left > 0 then
  return {-4, at.left}
end
local counter = read_counter(KEYS[2], at)
if not counter then
  return {-2, KEYS[2]}
end
if not counter.valid then
  return {-6, at.run}
end
if held then
  prolong(lock, tonumber(ARGV[2]))
  return digits(counter.last) .. ':' .. at.run
end

leave(queue, waiters, claim)
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
redis.call('SET', KEYS[1], claim_value(token, ARGV[1], micros, ARGV[5]), 'PX', ARGV[2])
return digits(token) .. ':' .. at.run
