-- A server that restarted may have forgotten claims that are still held, and so may a replica that was promoted; they can
-- live for the longest lease after that.

local DAY = 86400000

local function keep_boot(key, id, longest, ends, ttl)
  local value = '1:' .. id .. ':' .. digits(longest) .. ':' .. ends
  redis.call('SET', key, value, 'PX', digits(math.max(ttl, longest)))
end

local function run_id_and_age()
  local info = redis.call('INFO', 'server')
  -- The difference of two truncated seconds may be one too many.
  local age = tonumber(string.match(info, 'uptime_in_seconds:(%d+)')) - 1
  return string.match(info, 'run_id:(%x+)'), math.max(0, age) * 1000
end

-- With restart=quarantine. The key's value: '1:<run id>:<longest lease, ms>:<end, ms>'. A missing key says nothing about when
-- the data went, but a restart cannot have been later than the start of this server.
local function restart_left(key, max_lease)
  local run_id, age = run_id_and_age()
  local _, millis = now()
  local known_id, longest, ends = string.match(redis.call('GET', key) or '', '^1:(%x+):(%d+):(%d+)$')
  longest, ends = tonumber(longest) or 0, known_id == run_id and tonumber(ends) or nil
  if not ends or max_lease > longest then
    longest = math.max(longest, max_lease)
    if ends ~= 0 then -- 0: somebody has vouched for this server
      ends = millis - age + longest
    end
    keep_boot(key, run_id, longest, digits(ends), DAY)
  end
  return math.max(0, ends - millis)
end

-- Longer than any quiet time after which the first lock should not have to wait for a quarantine.
local KEEP_EPOCH = 30 * DAY

-- With failover=safe. The key's value: '1:<run id>-<epoch>:<longest lease, ms>:<end, ms, or pending>'. The quarantine begins
-- when a majority has the new epoch, since until then the old master may go on granting; the client that saw to that tells.
local function failover_left(key, max_lease)
  local run_id = run_id_and_age()
  local id, replicas = master_epoch()
  if not id then
    redis.call('DEL', key) -- raises the error of a replica
  end
  id = run_id .. '-' .. id
  local known_id, longest, ends = string.match(redis.call('GET', key) or '', '^1:(%x+%-%x+):(%d+):(%w+)$')
  longest = tonumber(longest) or 0
  if known_id ~= id or max_lease > longest or ends == 'pending' then
    -- Written again while it is pending, so that there is something to be acknowledged.
    keep_boot(key, id, math.max(longest, max_lease), 'pending', KEEP_EPOCH)
    return 0, id, replicas
  end
  if redis.call('PTTL', key) < KEEP_EPOCH / 2 then
    redis.call('PEXPIRE', key, digits(KEEP_EPOCH))
  end
  local _, millis = now()
  return math.max(0, tonumber(ends) - millis), nil, replicas
end

-- For how many milliseconds nothing may be granted; 0 if all is well, or if nobody asked for a quarantine (no key given).
-- With an epoch as the second value nothing is to be served at all; the third is the number of replicas in touch.
local function quarantine_left(key, max_lease, safe)
  if not key then
    return 0
  end
  if safe == '1' then
    return failover_left(key, tonumber(max_lease))
  end
  return restart_left(key, tonumber(max_lease))
end
