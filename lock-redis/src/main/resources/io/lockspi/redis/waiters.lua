-- The queue (claim ids by arrival) and the waiters' notes:
-- '<alive until, ms>:<lease, ms>:<tokens>:<host>:<pid>:<application>:<mailbox>'.

-- The shortest time for which a passed lock waits for its receiver, in milliseconds: some round trips.
local MIN_GRACE = 1000

-- The first waiter that is alive, with its note; drops the dead ones before it.
local function live_head(queue, waiters)
  local first = redis.call('ZRANGE', queue, 0, 0)[1]
  if not first then
    return nil
  end
  local _, millis = now()
  while first do
    local note = redis.call('HGET', waiters, first)
    local alive_until = note and tonumber(string.match(note, '^(%d+):'))
    if alive_until and alive_until >= millis then
      return first, note
    end
    redis.call('ZREM', queue, first)
    redis.call('HDEL', waiters, first)
    first = redis.call('ZRANGE', queue, 0, 0)[1]
  end
  return nil
end

local function leave(queue, waiters, id)
  if redis.call('ZREM', queue, id) == 1 then
    redis.call('HDEL', waiters, id)
  end
end

-- Notes a waiter, at the end of the queue if it is new.
local function enter(queue, waiters, id, lease, tokens, label, mailbox, liveness)
  local micros, millis = now()
  if not redis.call('ZSCORE', queue, id) then
    local last = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')[2]
    local arrival = math.max(micros, (tonumber(last) or 0) + 1)
    redis.call('ZADD', queue, digits(arrival), id)
  end
  local note = digits(millis + liveness) .. ':' .. lease .. ':' .. tokens .. ':' .. label .. ':' .. mailbox
  redis.call('HSET', waiters, id, note)
  prolong(queue, liveness)
  prolong(waiters, liveness)
end

-- Passes a free lock to the first live waiter, if there is one, and tells that one and nobody else. The lock waits for the
-- receiver as long as that counts as alive, and becomes its claim when it asks again.
local function pass_on(lock, counter, queue, waiters, counter_ttl, boot, max_lease)
  local head, note = live_head(queue, waiters)
  if not head then
    return
  end
  local alive_until, lease, tokens, label, mailbox = string.match(note, '^(%d+):(%d+):(%d+):([^:]*:%d+:[^:]*):(.*)$')
  local fence, micros, millis = next_fence(counter, tonumber(tokens))
  if fence and fence <= MAX_TOKEN and quarantine_left(boot, max_lease) == 0 then
    leave(queue, waiters, head)
    redis.call('SET', counter, digits(fence), 'PX', counter_ttl)
    local grace = math.min(tonumber(lease), math.max(MIN_GRACE, tonumber(alive_until) - millis))
    redis.call('SET', lock, claim_value(fence, head, micros, label), 'PX', digits(grace))
  end
  if mailbox ~= '' then
    -- A message that cannot be sent only costs the waiter its poll interval.
    redis.pcall('PUBLISH', mailbox, string.match(lock, '{(.-)}'))
  end
end
