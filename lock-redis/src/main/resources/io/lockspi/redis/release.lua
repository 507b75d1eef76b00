-- KEYS: lock, fence, queue, waiters, tombstone of this claim
-- ARGV: id, top token, unanswered (1 or 0), lease ms, counter ttl ms
-- Returns {1} if the claim was the owner until now, {0} otherwise.
local lock, counter, queue, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, top = ARGV[1], tonumber(ARGV[2])

local held = get(lock)
local fence, held_id = parse_claim(held)
local mine = held_id == id
if mine then
  -- First of all, because a server without memory allows a script that has freed some to write on.
  redis.call('DEL', lock)
  top = math.max(top, fence)
end
if ARGV[3] == '1' then
  redis.call('SET', KEYS[5], '1', 'PX', ARGV[4])
end
if top > 0 then
  local last = parse_counter(get(counter))
  if last and last < top then
    redis.call('SET', counter, digits(top), 'PX', ARGV[5])
  end
end

if mine then
  wake_head(queue, waiters, lock)
  return {1}
end
local was_first = not held and redis.call('ZRANGE', queue, 0, 0)[1] == id
leave(queue, waiters, id)
if was_first then
  wake_head(queue, waiters, lock)
end
return {0}
