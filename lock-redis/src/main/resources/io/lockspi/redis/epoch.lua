-- What a master has drawn when it started or was promoted, and no other has; nil on a replica, or without the right to ask.
local function master_epoch()
  local info = redis.pcall('INFO', 'replication')
  local known = type(info) == 'string' and string.find(info, 'role:master', 1, true)
  return known and string.match(info, 'master_replid:(%x+)') or nil
end
