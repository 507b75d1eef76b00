-- The shortest time for which a passed lock waits for its receiver, in milliseconds: some round trips.
local MIN_GRACE = 1000

-- Passes a free lock to the first live waiter, if there is one, and tells that one and nobody else. The lock waits for the
-- receiver as long as that counts as alive, and becomes its claim when it asks again. The last argument is asked whether
-- anything may be granted.
local function pass_on(lock, counter, queue, waiters, may_grant)
  local head, note = live_head(queue, waiters)
  if not head then
    return
  end
  local alive_until, lease, tokens, label, mailbox = string.match(note, '^(%d+):(%d+):(%d+):([^:]*:%d+:[^:]*):(.*)$')
  local fence, micros, millis = next_fence(counter, tonumber(tokens))
  if fence and fence <= MAX_TOKEN and may_grant() then
    leave(queue, waiters, head)
    redis.call('SET', counter, digits(fence), 'PX', KEEP_COUNTER)
    local grace = math.min(tonumber(lease), math.max(MIN_GRACE, tonumber(alive_until) - millis))
    redis.call('SET', lock, claim_value(fence, head, micros, label), 'PX', digits(grace))
  end
  if mailbox ~= '' then
    -- A message that cannot be sent only costs the waiter its poll interval.
    redis.pcall('PUBLISH', mailbox, string.match(lock, '{(.-)}'))
  end
end
