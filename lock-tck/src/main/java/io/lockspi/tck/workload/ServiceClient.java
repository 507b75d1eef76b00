package io.lockspi.tck.workload;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.function.LongConsumer;

/** A {@link LockService} under test. */
final class ServiceClient implements WorkloadClient {
    private final LockService service;

    ServiceClient(LockService service) {
        this.service = service;
    }

    private static DistributedLock ours(Lock lock) {
        return (DistributedLock) lock;
    }

    @Override
    public Lock lock(String name) {
        return service.getLock(name);
    }

    @Override
    public boolean hasLeases() {
        return true;
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        return ours(lock).tryLock(wait, lease);
    }

    @Override
    public long token(Lock lock) {
        return ours(lock).fencingToken();
    }

    /** The first half of the claim's id is random enough to tell claims apart. */
    @Override
    public long claim(Lock lock) {
        return Long.parseUnsignedLong(ours(lock).claim().id().substring(0, 16), 16);
    }

    @Override
    public OptionalLong remaining(Lock lock) {
        return OptionalLong.of(ours(lock).remainingLease().toNanos());
    }

    @Override
    public void onLost(Lock lock, LongConsumer listener) {
        // Registered for as long as the service lives.
        var unused = ours(lock).onLost(event -> listener.accept(event.fencingToken()));
    }

    @Override
    public void close() {
        service.close();
    }
}
