-- Before the functions that only other cases need, since the server makes those anew for each call.

-- The owner releases, and nobody waits. The counter keeps its run id, so one that counts goes on counting, and one that may be
-- behind does not become right; nobody need ask what this node has been through.
if ARGV[2] ~= '0' and ARGV[6] == '0' and redis.call('EXISTS', KEYS[3]) == 0 then
  local _, held_id = parse_claim(get(KEYS[1]))
  local counter = parse_node_counter(get(KEYS[2]))
  if counter and belongs_to(held_id, ARGV[1]) then
    -- First of all, because a server without memory allows a script that has freed some to write on.
    redis.call('DEL', KEYS[1])
    if ARGV[3] == '1' then
      redis.call('SET', KEYS[5], '1', 'PX', ARGV[4])
    end
    lift_past(counter, tonumber(ARGV[2]))
    store_counter(KEYS[2], counter, counter.run)
    return {1}
  end
end
