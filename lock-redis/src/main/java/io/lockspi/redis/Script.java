package io.lockspi.redis;

import io.lockspi.redis.node.LuaSource;
import io.lockspi.redis.node.NodeScript;

/** The Lua scripts, each run whole and alone by the server. Their files say what they take and answer. */
enum Script implements NodeScript {
    ACQUIRE(
            file("uncontended-acquire.lua"),
            LuaSource.common(),
            LuaSource.waiters(),
            file("alone.lua"),
            file("passing.lua"),
            file("acquire.lua")),
    RENEW(LuaSource.common(), file("alone.lua"), file("renew.lua")),
    RELEASE(
            file("uncontended-release.lua"),
            LuaSource.common(),
            LuaSource.waiters(),
            file("alone.lua"),
            file("passing.lua"),
            file("release.lua")),
    ACQUIRE_IN_EPOCH(
            LuaSource.common(),
            LuaSource.waiters(),
            file("epoch.lua"),
            file("quarantine.lua"),
            file("passing.lua"),
            file("acquire.lua")),
    RENEW_IN_EPOCH(LuaSource.common(), file("epoch.lua"), file("quarantine.lua"), file("renew.lua")),
    RELEASE_IN_EPOCH(
            file("uncontended-release.lua"),
            LuaSource.common(),
            LuaSource.waiters(),
            file("epoch.lua"),
            file("quarantine.lua"),
            file("passing.lua"),
            file("release.lua")),
    INSPECT(LuaSource.common(), file("inspect.lua")),
    GUARD(LuaSource.common(), file("guard.lua")),
    BOOTSTRAP(LuaSource.common(), file("epoch.lua"), file("quarantine.lua"), file("bootstrap.lua")),
    CHECK(LuaSource.common(), file("check.lua"));

    private final String text;
    private final String sha;

    Script(String... pieces) {
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

    /** The same where epoch or quarantine count; who needs neither does not pay for them. */
    Script inEpoch() {
        return switch (this) {
            case ACQUIRE -> ACQUIRE_IN_EPOCH;
            case RENEW -> RENEW_IN_EPOCH;
            case RELEASE -> RELEASE_IN_EPOCH;
            default -> this;
        };
    }

    private static String file(String name) {
        return LuaSource.read(Script.class.getResourceAsStream(name), name);
    }
}
