-- Before all functions, and without any, since the server makes those anew for each call.

-- The owner releases, nobody waits, and the counter is not past the claim's tokens. The counter keeps its run id, so one that
-- counts goes on counting, and one that may be behind does not become right; nobody need ask what this node has been through.
if ARGV[2] ~= '0' and redis.call('EXISTS', KEYS[3]) == 0 then
  local held, counter = redis.pcall('GET', KEYS[1]), redis.pcall('GET', KEYS[2])
  local id, last, run, floor, before
  if type(held) == 'string' and type(counter) == 'string' then
    id = string.match(held, '^1:%d+:(%x+):%d+:')
    last, run, floor, before = string.match(counter, '^(%d+):(%x+):(%d+):(%d+)$')
  end
  local past = tonumber(ARGV[2]) + 1
  if id and string.sub(id, 1, #ARGV[1]) == ARGV[1] and last and math.max(last, floor, before) <= past then
    -- First of all, because a server without memory allows a script that has freed some to write on.
    redis.call('DEL', KEYS[1])
    if ARGV[3] ~= '0' then
      redis.call('SET', KEYS[5], '1', 'PX', ARGV[3])
    end
    -- Past the claim's tokens, so that no late renewal brings it back, whoever else rolls back here.
    local token = string.format('%.0f', past)
    redis.call('SET', KEYS[2], token .. ':' .. run .. ':' .. token .. ':' .. token, 'PX', '86400000')
    return 1
  end
end

