-- What a master has drawn when it started or was promoted, and no other has; nil on a replica, or without the right to ask.
-- The second value is the number of replicas in touch.
local function master_epoch()
  local info = redis.pcall('INFO', 'replication')
  if type(info) ~= 'string' or not string.find(info, 'role:master', 1, true) then
    return nil
  end
  return string.match(info, 'master_replid:(%x+)'), tonumber(string.match(info, 'connected_slaves:(%d+)'))
end

