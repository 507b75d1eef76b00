-- KEYS: boot, a key that never exists
-- ARGV: max lease ms or 0
-- Returns {run id, unmarked (1 or 0), quarantined for so many ms, run ids of its brand-new group, eviction policy}.
-- A write that changes nothing: refused where real ones would be (replica, disk trouble, no permission).
redis.call('DEL', KEYS[2])
local at = standing(KEYS[1], tonumber(ARGV[1]))
local info = redis.pcall('INFO', 'memory')
local policy = type(info) == 'string' and string.match(info, 'maxmemory_policy:([%w-]+)') or ''
return {at.run, at.unmarked and 1 or 0, at.left, group_of(redis.call('GET', KEYS[1]) or ''), policy}
