-- Before all functions, and without any, since the server makes those anew for each call.

-- The owner releases, nobody waits, no acquire of the claim may still come, and its last token is that of the counter.
if ARGV[3] == '0' and redis.call('EXISTS', KEYS[3]) == 0 then
  local values = redis.call('MGET', KEYS[1], KEYS[2])
  local fence, id = string.match(values[1] or '', '^1:(%d+):(%x+):%d+:')
  if id == ARGV[1] and fence == ARGV[2] and fence == values[2] then
    redis.call('DEL', KEYS[1])
    -- Past the claim's tokens, so that no late renewal brings the claim back.
    redis.call('INCR', KEYS[2])
    return 1
  end
end
