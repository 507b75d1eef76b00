-- KEYS: lock, fence, queue, waiters, tombstone of the id, boot
-- ARGV: id (of a claim: all its attempts; of an attempt: that one), top token,
--       ms for which an acquire may still come or 0, max lease ms or 0, roll-back (1 or 0)
-- Returns 1 if it was the owner until now, 0 otherwise.
local lock, fence, queue, waiters = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local top, roll_back = tonumber(ARGV[2]), ARGV[5] == '1'

local held = get(lock)
local _, held_id = parse_claim(held)
local mine = belongs_to(held_id, ARGV[1])
if mine then
  -- First of all, because a server without memory allows a script that has freed some to write on.
  redis.call('DEL', lock)
end
if ARGV[3] ~= '0' then
  redis.call('SET', KEYS[5], '1', 'PX', ARGV[3])
end
if top > 0 or (mine and roll_back) then
  local at = standing(KEYS[6], tonumber(ARGV[4]))
  local counter = read_counter(fence, at)
  if counter then
    if top > 0 then
      lift_past(counter, top)
    else
      -- This attempt was not granted and never will be.
      counter.floor = counter.before
    end
    write_counter(fence, counter, at)
  end
end
if roll_back then
  return mine and 1 or 0
end
leave(queue, waiters, claim_of(ARGV[1]))
if mine or not held then
  local head, note = live_head(queue, waiters)
  local mailbox = head and string.match(note, '^%d+:%d+:%d+:[^:]*:%d+:[^:]*:(.*)$') or ''
  if mailbox ~= '' then
    -- A message that cannot be sent only costs the waiter its poll interval.
    redis.pcall('PUBLISH', mailbox, string.match(lock, '{(.-)}'))
  end
end
return mine and 1 or 0
