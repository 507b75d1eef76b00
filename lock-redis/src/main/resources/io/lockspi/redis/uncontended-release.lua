-- Before all functions, and without any, since the server makes those anew for each call.

-- The owner releases, nobody waits, no acquire of the claim may still come, and its last token is that of the counter.
if ARGV[3] == '0' and redis.call('EXISTS', KEYS[3]) == 0 then
  local held, last = redis.pcall('GET', KEYS[1]), redis.pcall('GET', KEYS[2])
  local fence, id
  if type(held) == 'string' and last == ARGV[2] then
    fence, id = string.match(held, '^1:(%d+):(%x+):%d+:')
  end
  if id == ARGV[1] and fence == last then
    redis.call('DEL', KEYS[1])
    -- Past the claim's tokens, so that no late renewal brings the claim back.
    redis.call('INCR', KEYS[2])
    return 1
  end
end
