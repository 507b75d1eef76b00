-- KEYS: lock, fence, queue, waiters, tombstone of this claim[, boot]
-- ARGV: id, top token, ms for which an acquire of the claim may still come or 0[, max lease ms, failover=safe (1 or 0)]
-- Returns 1 if the claim was the owner until now, 0 otherwise.
local lock, counter, queue, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, top = ARGV[1], tonumber(ARGV[2])

-- Past the claim's tokens, even if the server had lost the counter, so that no late renewal brings the claim back.
local function raise_counter()
  if top == 0 then
    return
  end
  local stored = get(counter)
  local last = parse_counter(stored)
  if stored == digits(top) then
    redis.call('INCR', counter)
  elseif last and last <= top then
    redis.call('SET', counter, digits(top + 1), 'PX', KEEP_COUNTER)
  end
end

local held = get(lock)
local fence, held_id = parse_claim(held)
local mine = held_id == id
if mine then
  -- First of all, because a server without memory allows a script that has freed some to write on.
  redis.call('DEL', lock)
  top = math.max(top, fence)
end
if not mine then
  -- Before any write that a server without memory refuses.
  leave(queue, waiters, id)
end
if ARGV[3] ~= '0' then
  redis.call('SET', KEYS[5], '1', 'PX', ARGV[3])
end
raise_counter()

if mine or not held then
  pass_on(lock, counter, queue, waiters, function()
    local left, pending = quarantine_left(KEYS[6], ARGV[4], ARGV[5])
    return left == 0 and not pending
  end)
end
return mine and 1 or 0
