-- KEYS: lock, fence, queue, waiters, tombstone of this claim[, boot]
-- ARGV: id, lease ms, tokens, owner label, mailbox ('' if it does not wait, '-' if it waits and cannot be told)
--       [, tell the epoch and be sure to be no replica (1 or 0)[, max lease ms, failover=safe (1 or 0)]]
-- Returns the fence alone if granted for the lease, and for short: a list costs the server as much as two commands;
--         {1, fence, ttl ms[, epoch]} granted otherwise, {0, ttl ms or -1} held, {-1} refused because released before,
--         {-2, key} a key is not ours, {-3, key} the tokens are used up, {-4, ms} quarantined for so long,
--         {-5, epoch} quarantined once a majority has this epoch, {-6, number} of replicas, too many for failover=safe.
local lock, counter, queue, waiters, boot = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[6]
local id, lease, tokens = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local label, mailbox = ARGV[4], ARGV[5]
local wait = mailbox ~= ''
local in_epoch = ARGV[6] == '1'

local quarantined, pending, replicas = quarantine_left(boot, ARGV[7], ARGV[8])
if replicas and replicas > 2 then
  return {-6, replicas}
elseif pending then
  return {-5, pending}
end

local held = get(lock)
local held_fence, held_id = parse_claim(held)
if held and not held_id then
  return {-2, lock}
end
if redis.call('EXISTS', KEYS[5]) == 1 then
  return {-1}
end

local function grant(fence, micros)
  redis.call('SET', counter, digits(fence), 'PX', KEEP_COUNTER)
  -- Last of all, so that a script that fails half-way has granted nothing.
  redis.call('SET', lock, claim_value(fence, id, micros, label), 'PX', ARGV[2])
end

local function granted(fence, ttl)
  local epoch = in_epoch and master_epoch()
  if ttl == lease and not epoch then
    return fence
  end
  return {1, fence, ttl, epoch or nil}
end

local function wait_in_queue()
  enter(queue, waiters, id, ARGV[2], ARGV[3], label, mailbox == '-' and '' or mailbox)
end

if held and held_id ~= id then
  if wait then
    wait_in_queue()
  elseif in_epoch and master_epoch() == false then
    return redis.error_reply(REPLICA)
  end
  return {0, redis.call('PTTL', lock)}
end
if quarantined > 0 then
  return {-4, quarantined}
end
if held then
  local ttl = prolong(lock, lease)
  keep_counter(counter, held_fence)
  return granted(held_fence, ttl)
end

local fence, micros = next_fence(counter, tokens)
if not fence then
  return {-2, counter}
end
if fence > MAX_TOKEN then
  return {-3, counter}
end
local head = live_head(queue, waiters)
if wait and head and head ~= id then
  wait_in_queue()
  pass_on(lock, counter, queue, waiters, function()
    return true
  end)
  return {0, redis.call('PTTL', lock)}
end
if head then
  leave(queue, waiters, id)
end
grant(fence, micros)
return granted(fence, lease)
