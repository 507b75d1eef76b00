-- A server that restarted may have forgotten claims that are still held; they can live for the longest lease after that.

local DAY = 86400000

-- For how many milliseconds nothing may be granted; 0 if all is well, or if nobody asked for a quarantine (no key given).
-- The key's value: '1:<run id>:<longest lease, ms>:<end, ms>'. A missing key says nothing about when the data went, but a
-- restart cannot have been later than the start of this server.
local function quarantine_left(key, max_lease)
  if not key then
    return 0
  end
  local info = redis.call('INFO', 'server')
  local run_id = string.match(info, 'run_id:(%x+)')
  local _, millis = now()
  local known_id, longest, ends = string.match(redis.call('GET', key) or '', '^1:(%x+):(%d+):(%d+)$')
  longest, ends = tonumber(longest) or 0, known_id == run_id and tonumber(ends) or nil
  if not ends or max_lease > longest then
    longest = math.max(longest, max_lease)
    if ends ~= 0 then -- 0: somebody has vouched for this server
      -- The difference of two truncated seconds may be one too many.
      local age = tonumber(string.match(info, 'uptime_in_seconds:(%d+)')) - 1
      ends = millis - math.max(0, age) * 1000 + longest
    end
    local value = '1:' .. run_id .. ':' .. digits(longest) .. ':' .. digits(ends)
    redis.call('SET', key, value, 'PX', digits(math.max(DAY, longest)))
  end
  return math.max(0, ends - millis)
end
