-- KEYS: lock and fence of each claim[, what the server knows of its epoch]
-- ARGV: owner label or '' (nothing is brought back then), max lease ms if failover=safe or '',
--       ask for the epoch and be sure to be no replica (1 or 0), then of each claim id, lease ms, top token and epoch
-- Returns for each claim its time to live in ms, or 0 if it is not the owner; then the epoch if it was asked for.
--         {-5, epoch} once a majority has this epoch: nothing is served until then.
local label = ARGV[1]
local epoch = ARGV[3] == '1' and master_epoch()
if ARGV[3] == '1' and epoch == false then
  return redis.error_reply(REPLICA)
end

-- A master that did not confirm this claim, and has granted nothing since, takes the holder's word for it.
local function bring_back(lock, counter, id, lease, top, known)
  local last = parse_counter(get(counter))
  if not epoch or label == '' or known == '' or known == epoch or not last or last > top then
    return 0
  end
  local micros = now()
  redis.call('SET', counter, digits(top), 'PX', KEEP_COUNTER)
  redis.call('SET', lock, claim_value(top, id, micros, label), 'PX', lease)
  return tonumber(lease)
end

if ARGV[2] ~= '' then
  local _, pending = quarantine_left(KEYS[#KEYS], ARGV[2], '1')
  if pending then
    return {-5, pending}
  end
end
local results = {}
for i = 1, math.floor(#KEYS / 2) do
  local lock, counter, a = KEYS[2 * i - 1], KEYS[2 * i], 4 * i
  local held = get(lock)
  local fence, id = parse_claim(held)
  if id == ARGV[a] then
    results[i] = prolong(lock, tonumber(ARGV[a + 1]))
    keep_counter(counter, fence)
  elseif held then
    results[i] = 0
  else
    results[i] = bring_back(lock, counter, ARGV[a], ARGV[a + 1], tonumber(ARGV[a + 2]), ARGV[a + 3])
  end
end
if epoch then
  results[#results + 1] = epoch
end
return results
