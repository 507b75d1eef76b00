-- KEYS: a key that never exists
-- A write that changes nothing: refused where real ones would be (replica, disk trouble, no permission).
redis.call('DEL', KEYS[1])
local info = redis.pcall('INFO', 'memory')
return {type(info) == 'string' and string.match(info, 'maxmemory_policy:([%w-]+)') or ''}
