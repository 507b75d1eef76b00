-- In place of epoch.lua and quarantine.lua, for one server of which neither is asked, since Redis makes every function anew
-- with each call.
local REPLICA

local function master_epoch() end

local function quarantine_left()
  return 0
end

