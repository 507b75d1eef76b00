-- Before all functions, and without any, since the server makes those anew for each call.

-- Nobody holds the lock or waits for it, neither the attempt nor its claim was released before, and the node's record is of
-- this run and need not be written. The same as the general way, which is for everything else.
if redis.call('EXISTS', KEYS[1], KEYS[3], KEYS[5], KEYS[6]) == 0 then
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  local ends = '0'
  if ARGV[7] ~= '0' then
    local known, longest
    known, longest, ends = string.match(redis.call('GET', KEYS[7]) or '', '^1:(%x+):(%d+):(%d+)')
    if known ~= run or tonumber(longest) < tonumber(ARGV[7]) or redis.call('PTTL', KEYS[7]) < 129600000 then
      ends = nil
    end
  end
  -- No run is called 0, so where only counters of this run count, none at all does not.
  local stored = ends and (redis.pcall('GET', KEYS[2]) or '0:0:0:0')
  if type(stored) == 'string' then
    local last, counted, floor = string.match(stored, '^(%d+):(%x+):(%d+):%d+$')
    local time = redis.call('TIME')
    local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
    local counts = ends == '0' or counted == run and tonumber(ends) <= micros / 1000
    if last and counts and tonumber(floor) <= tonumber(last) then
      local number = math.max(tonumber(last) + tonumber(ARGV[3]), math.min(tonumber(ARGV[4]), micros + 300000000))
      if number <= 9007199254740991 then
        local token = string.format('%.0f', number)
        redis.call('SET', KEYS[2], token .. ':' .. run .. ':' .. token .. ':' .. floor, 'PX', '86400000')
        -- Last of all, so that a script that fails half-way has granted nothing.
        local claim = '1:' .. token .. ':' .. ARGV[1] .. ':' .. string.format('%.0f', micros) .. ':' .. ARGV[5]
        redis.call('SET', KEYS[1], claim, 'PX', ARGV[2])
        return token .. ':' .. run
      end
    end
  end
end

