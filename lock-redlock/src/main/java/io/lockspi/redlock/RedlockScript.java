package io.lockspi.redlock;

import io.lockspi.redis.node.LuaSource;
import io.lockspi.redis.node.NodeScript;

/** The Lua scripts of one node. Their files say what they take and answer. */
enum RedlockScript implements NodeScript {
    ACQUIRE(file("counter.lua"), node(), file("uncontended-acquire.lua"), LuaSource.waiters(), file("acquire.lua")),
    CONFIRM(file("counter.lua"), node(), file("confirm.lua")),
    RENEW(file("counter.lua"), node(), file("renew.lua")),
    RELEASE(file("counter.lua"), file("uncontended-release.lua"), node(), LuaSource.waiters(), file("release.lua")),
    STATUS(file("counter.lua"), node(), file("status.lua")),
    MARK(file("counter.lua"), node(), file("mark.lua")),
    READ_COUNTER(file("counter.lua"), node(), file("readcounter.lua")),
    SET_COUNTER(file("counter.lua"), node(), file("setcounter.lua")),
    INSPECT(file("inspect.lua"));

    private final String text;
    private final String sha;

    RedlockScript(String... pieces) {
        LuaSource source = LuaSource.of(LuaSource.common(), String.join("", pieces));
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

    /** What a node knows of its restarts. */
    private static String node() {
        return file("quarantine.lua") + file("node.lua");
    }

    private static String file(String name) {
        return LuaSource.read(RedlockScript.class.getResourceAsStream(name), name);
    }
}
