-- The queue (claim ids by arrival) and the waiters' notes:
-- '<alive until, ms>:<lease, ms>:<tokens>:<host>:<pid>:<application>:<mailbox>'.

local LIVENESS = 3000 -- how long a waiter that has stopped asking keeps its place; a live one asks once a second

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
local function enter(queue, waiters, id, lease, tokens, label, mailbox)
  local micros, millis = now()
  if not redis.call('ZSCORE', queue, id) then
    local last = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')[2]
    local arrival = math.max(micros, (tonumber(last) or 0) + 1)
    redis.call('ZADD', queue, digits(arrival), id)
  end
  local note = digits(millis + LIVENESS) .. ':' .. lease .. ':' .. tokens .. ':' .. label .. ':' .. mailbox
  redis.call('HSET', waiters, id, note)
  prolong(queue, LIVENESS)
  prolong(waiters, LIVENESS)
end
