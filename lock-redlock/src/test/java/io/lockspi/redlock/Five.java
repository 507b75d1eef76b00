package io.lockspi.redlock;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Five servers for one test class, a name for each test, and services on them. */
@SuppressWarnings("LockNotBeforeTry") // the warm-up has no section
final class Five {
    final RedisGroup group;

    Five() {
        this(5);
    }

    Five(int count) {
        group = RedisGroup.start(count);
    }

    RedisServer get(int index) {
        return group.get(index);
    }

    List<RedisServer> servers() {
        return group.servers();
    }

    /** A URI with a nodeTimeout for a busy machine; what a test adds counts. */
    String uri(String options) {
        String timeout = options.contains("nodeTimeout") ? "" : "nodeTimeout=500ms";
        String separator = timeout.isEmpty() || options.isEmpty() ? "" : "&";
        return "redlock://" + group.hosts() + "?" + timeout + separator + options;
    }

    LockService open(String options) {
        return LockService.open(uri(options));
    }

    /** Loads the scripts and opens the connections, so that what follows is the normal case. */
    static LockService warm(LockService service) {
        DistributedLock lock = service.getLock("warm-up");
        lock.lock();
        lock.unlock();
        return service;
    }

    static RedlockStatistics statistics(LockService service) {
        return service.unwrap(RedlockStatistics.class).orElseThrow();
    }

    static String key(String name, String kind) {
        return "lockspi:redlock:{" + name + "}:" + kind;
    }

    /** How many servers have a key. */
    long holders(String name) {
        return servers().stream()
                .filter(RedisServer::isRunning)
                .filter(server -> server.command("GET", key(name, "lock")) != null)
                .count();
    }

    void resetCounts() {
        servers().forEach(server -> server.command("CONFIG", "RESETSTAT"));
    }

    /** What clients sent to one server, without what scripts did and without the test's own questions. */
    Map<String, Long> requests(int index) {
        return get(index).calls().entrySet().stream()
                .filter(entry -> entry.getKey().matches("(?i)eval|evalsha|script.*|subscribe|publish"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    void close() {
        group.close();
    }
}
