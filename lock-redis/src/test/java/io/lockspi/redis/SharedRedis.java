package io.lockspi.redis;

import io.lockspi.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One server for all tests that neither stop it nor change its settings; it ends with the JVM. */
final class SharedRedis {
    static final RedisServer SERVER = RedisServer.start();

    private SharedRedis() {}

    /** Forgets all data and all counts. */
    static void reset() {
        SERVER.command("FLUSHALL");
        SERVER.command("CONFIG", "RESETSTAT");
    }

    static TestClient client() {
        return TestClient.to(SERVER.host(), SERVER.port());
    }

    static LockKeys keys(String lockName) {
        return LockKeys.of("lockspi", lockName);
    }

    static List<String> allKeys() {
        List<String> keys = new ArrayList<>();
        if (SERVER.command("KEYS", "*") instanceof List<?> found) {
            found.forEach(key -> keys.add(String.valueOf(key)));
        }
        return keys;
    }

    static long ttl(String key) {
        return SERVER.command("PTTL", key) instanceof Long left ? left : -3;
    }

    static long calls(String command) {
        Map<String, Long> calls = SERVER.calls();
        return calls.getOrDefault(command, 0L);
    }
}
