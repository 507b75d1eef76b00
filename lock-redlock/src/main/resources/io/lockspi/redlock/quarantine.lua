-- When the quarantine of this run ends, in milliseconds of the server's clock. A restart cannot have been later than the
-- start of this server; the difference of two truncated seconds may be one too many.
local function quarantine_end(info, longest)
  local _, millis = now()
  local age = tonumber(string.match(info, 'uptime_in_seconds:(%d+)')) - 1
  return millis - math.max(0, age) * 1000 + longest
end
