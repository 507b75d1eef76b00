-- What a replica answers instead of what it has, which may be out of date.
local REPLICA = "READONLY You can't read or write locks on a replica."

-- What a master has drawn when it started or was promoted, and no other has; false on a replica, nil without the right to ask.
-- The second value is the number of replicas in touch.
local function master_epoch()
  local info = redis.pcall('INFO', 'replication')
  if type(info) ~= 'string' then
    return nil
  end
  if not string.find(info, 'role:master', 1, true) then
    return false
  end
  return string.match(info, 'master_replid:(%x+)'), tonumber(string.match(info, 'connected_slaves:(%d+)'))
end

