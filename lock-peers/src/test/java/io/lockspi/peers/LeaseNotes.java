package io.lockspi.peers;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.integration.support.locks.DistributedLock;

/**
 * Until when each thread's leases run, by the monotonic clock. Counted from the return of the call that acquired, because
 * nothing tells when during a wait a lease began; so no rule about that is for Spring. Thread-safe.
 */
final class LeaseNotes {
    private final Duration usual;
    private final Map<Key, Long> ends = new ConcurrentHashMap<>();

    /** Who holds what. */
    private record Key(Thread thread, String lock) {}

    LeaseNotes(Duration usual) {
        this.usual = usual;
    }

    Duration usual() {
        return usual;
    }

    private static Key key(DistributedLock lock) {
        return new Key(Thread.currentThread(), Integer.toHexString(System.identityHashCode(lock)));
    }

    void begins(DistributedLock lock, Duration lease) {
        long nanos = lease.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE / 4 : lease.toNanos();
        ends.put(key(lock), System.nanoTime() + nanos);
    }

    void ends(DistributedLock lock) {
        ends.remove(key(lock));
    }

    Duration left(DistributedLock lock) {
        Long end = ends.get(key(lock));
        return end == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }
}
