-- KEYS: boot, then lock, fence, tombstone of the attempt and tombstone of the claim for each claim
-- ARGV: max lease ms or 0, owner label, then attempt id, lease ms and token of each claim
-- Returns for each claim 1 kept, 2 brought back (the key was missing), 3 counter needed, 4 not now,
--         5 nothing known of this node, 0 not the owner.
local at = standing(KEYS[1], tonumber(ARGV[1]))

local function renew(lock, fence, ended, claim_ended, id, lease, token)
  local held = get(lock)
  local _, held_id = parse_claim(held)
  local counter = read_counter(fence, at)
  if (held and held_id ~= id) or not counter then
    return 0
  end
  if held and counter.before > token then
    return 0 -- its acquire came late, after another claim may have been granted here
  end
  if not held then
    if at.unmarked then
      return 5
    end
    if at.left > 0 then
      return 4
    end
    if not counter.valid then
      return 3
    end
    if counter.floor > token or redis.call('EXISTS', ended, claim_ended) > 0 then
      return 0
    end
  end
  lift(counter, token)
  write_counter(fence, counter, at)
  if held then
    prolong(lock, tonumber(lease))
    return 1
  end
  local micros = now()
  redis.call('SET', lock, claim_value(token, id, micros, ARGV[2]), 'PX', lease)
  return 2
end

local results = {}
for i = 1, (#KEYS - 1) / 4 do
  local k, a = 4 * i - 2, 3 * i
  results[i] = renew(KEYS[k], KEYS[k + 1], KEYS[k + 2], KEYS[k + 3], ARGV[a], ARGV[a + 1], tonumber(ARGV[a + 2]))
end
return results
