package io.lockspi.redlock;

import io.lockspi.redis.node.LuaSource;
import io.lockspi.redis.node.NodeScript;

/** The Lua scripts of one node. Their files say what they take and answer. */
enum RedlockScript implements NodeScript {
    ACQUIRE(LuaSource.waiters(), "acquire.lua"),
    CONFIRM("", "confirm.lua"),
    RENEW("", "renew.lua"),
    RELEASE(LuaSource.waiters(), "release.lua"),
    STATUS("", "status.lua"),
    MARK("", "mark.lua"),
    READ_COUNTER("", "readcounter.lua"),
    SET_COUNTER("", "setcounter.lua"),
    INSPECT("", "inspect.lua");

    private final String text;
    private final String sha;

    RedlockScript(String shared, String file) {
        LuaSource source =
                LuaSource.of(LuaSource.common(), read("quarantine.lua"), read("node.lua"), shared, read(file));
        this.text = source.text();
        this.sha = source.sha();
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String sha() {
        return sha;
    }

    private static String read(String file) {
        return LuaSource.read(RedlockScript.class.getResourceAsStream(file), file);
    }
}
