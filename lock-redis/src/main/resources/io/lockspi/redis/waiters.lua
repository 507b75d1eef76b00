-- The queue (claim ids by arrival) and the waiters' notes: '<alive until, ms>:<lease>:<tokens>:<mailbox>'.

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
local function enter(queue, waiters, id, lease, tokens, mailbox, liveness)
  local micros, millis = now()
  if not redis.call('ZSCORE', queue, id) then
    local last = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')[2]
    local arrival = math.max(micros, (tonumber(last) or 0) + 1)
    redis.call('ZADD', queue, digits(arrival), id)
  end
  redis.call('HSET', waiters, id, digits(millis + liveness) .. ':' .. lease .. ':' .. tokens .. ':' .. mailbox)
  prolong(queue, liveness)
  prolong(waiters, liveness)
end

-- Tells the first live waiter, and nobody else, that the lock of this slot may be free.
local function wake_head(queue, waiters, lock)
  local head, note = live_head(queue, waiters)
  local mailbox = head and string.match(note, '^%d+:%d+:%d+:(.+)$')
  if mailbox then
    -- A message that cannot be sent only costs the waiter its poll interval.
    redis.pcall('PUBLISH', mailbox, string.match(lock, '{(.-)}'))
  end
end
