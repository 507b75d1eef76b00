-- Before all functions, and without any, since the server makes those anew for each call.

-- The owner releases, nobody waits, no acquire of the claim may still come, and the counter is not lost.
if ARGV[3] == '0' and redis.call('EXISTS', KEYS[3]) == 0 then
  local values = redis.call('MGET', KEYS[1], KEYS[2])
  local fence, id = string.match(values[1] or '', '^1:(%d+):(%x+):%d+:')
  local last = id == ARGV[1] and string.match(values[2] or '', '^%d+$')
  if last then
    local top = math.max(tonumber(fence), tonumber(ARGV[2]))
    redis.call('DEL', KEYS[1])
    -- Past the claim's tokens, so that no late renewal brings the claim back.
    if tonumber(last) <= top then
      redis.call('SET', KEYS[2], string.format('%.0f', top + 1), 'PX', ARGV[5])
    end
    return {1}
  end
end
