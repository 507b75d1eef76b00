-- Before the functions that only other cases need, since the server makes those anew for each call.

-- Past the claim's tokens, even if the server had lost the counter, so that no late renewal brings the claim back.
local function raise_counter(top)
  local last = top > 0 and parse_counter(get(KEYS[2]))
  if last and last <= top then
    redis.call('SET', KEYS[2], digits(top + 1), 'PX', ARGV[5])
  end
end

-- The owner releases, nobody waits, and no acquire of the claim may still come.
if ARGV[3] == '0' and redis.call('EXISTS', KEYS[3]) == 0 then
  local fence, id = parse_claim(get(KEYS[1]))
  if id == ARGV[1] then
    redis.call('DEL', KEYS[1])
    raise_counter(math.max(fence, tonumber(ARGV[2])))
    return {1}
  end
end
