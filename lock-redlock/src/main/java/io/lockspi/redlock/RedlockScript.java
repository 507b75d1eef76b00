package io.lockspi.redlock;

import io.lockspi.redis.node.LuaSource;
import io.lockspi.redis.node.NodeScript;

/** The Lua scripts of one node. Their files say what they take and answer. */
enum RedlockScript implements NodeScript {
    ACQUIRE(
            file("uncontended-acquire.lua"),
            LuaSource.common(),
            file("counter.lua"),
            node(),
            LuaSource.waiters(),
            file("acquire.lua")),
    CONFIRM(LuaSource.common(), file("counter.lua"), node(), file("confirm.lua")),
    RENEW(LuaSource.common(), file("counter.lua"), node(), file("renew.lua")),
    RELEASE(
            file("uncontended-release.lua"),
            LuaSource.common(),
            file("counter.lua"),
            node(),
            LuaSource.waiters(),
            file("release.lua")),
    STATUS(LuaSource.common(), file("counter.lua"), node(), file("status.lua")),
    MARK(LuaSource.common(), file("counter.lua"), node(), file("mark.lua")),
    READ_COUNTER(LuaSource.common(), file("counter.lua"), node(), file("readcounter.lua")),
    SET_COUNTER(LuaSource.common(), file("counter.lua"), node(), file("setcounter.lua")),
    INSPECT(LuaSource.common(), file("inspect.lua"));

    private final String text;
    private final String sha;

    RedlockScript(String... pieces) {
        LuaSource source = LuaSource.of(pieces);
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
