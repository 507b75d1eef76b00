package io.lockspi.redis;

import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One server for all tests that neither stop it nor change its settings; it ends with the JVM. */
final class SharedRedis {
    static final RedisServer SERVER = RedisServer.start();

    /** As in waiters.lua: how long a waiter that has stopped asking keeps its place. */
    static final Duration WAITER_LIVENESS = Duration.ofSeconds(3);

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

    /** The value of a lock's key; empty if it is free. */
    static String lockValue(String lockName) {
        return SERVER.command("GET", keys(lockName).lock()) instanceof String value ? value : "";
    }

    /** Changes until when a waiter counts as alive, in milliseconds of the server's clock. */
    static void setAliveUntil(String lockName, Claim waiter, long millis) {
        String note = String.valueOf(SERVER.command("HGET", keys(lockName).waiters(), waiter.id()));
        String rest = note.substring(note.indexOf(':'));
        SERVER.command("HSET", keys(lockName).waiters(), waiter.id(), millis + rest);
    }

    /** The server's clock. */
    static long millis() {
        List<?> time = (List<?>) Objects.requireNonNull(SERVER.command("TIME"));
        return Long.parseLong(String.valueOf(time.get(0))) * 1_000
                + Long.parseLong(String.valueOf(time.get(1))) / 1_000;
    }

    static long ttl(String key) {
        return SERVER.command("PTTL", key) instanceof Long left ? left : -3;
    }

    /** When the key ends, by the server's clock in milliseconds: unlike what is left, the same however late one looks. */
    static long expiryMillis(String key) {
        return SERVER.command("PEXPIRETIME", key) instanceof Long end ? end : -3;
    }

    static long calls(String command) {
        Map<String, Long> calls = SERVER.calls();
        return calls.getOrDefault(command, 0L);
    }
}
