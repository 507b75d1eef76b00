package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's {@code RedissonRedLock}, over one client of Redisson's for each server. */
@SuppressWarnings({"LockNotBeforeTry", "deprecation"}) // the caller keeps lock and unlock together
record RedissonRedLocks(List<RedissonClient> servers) implements LockClient {
    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        return new RedissonRedLocks(RedlockFloor.servers(uri).stream()
                .map(server -> RedissonLocks.connect(server, lease, shared))
                .toList());
    }

    @Override
    public TimedLock lock(String name) {
        RLock[] parts = servers.stream().map(server -> server.getLock(name)).toArray(RLock[]::new);
        return RedissonLocks.plain(new RedissonRedLock(parts));
    }

    @Override
    public void close() {
        servers.forEach(RedissonClient::shutdown);
    }
}
