package io.lockspi.tck;

import io.lockspi.DistributedLock;
import io.lockspi.LeaderElection;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** A {@link LockService} as the kit sees it. */
final class ProviderClient implements LockClient {
    private final LockService service;

    ProviderClient(LockService service) {
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
    public void lock(Lock lock, Duration lease) {
        ours(lock).lock(lease);
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        return ours(lock).tryLock(wait, lease);
    }

    @Override
    public boolean isHeld(Lock lock) {
        return ours(lock).isHeldByCurrentThread();
    }

    @Override
    public Duration remainingLease(Lock lock) {
        return ours(lock).remainingLease();
    }

    @Override
    public long fencingToken(Lock lock) {
        return ours(lock).fencingToken();
    }

    @Override
    public void onLost(Lock lock, Runnable listener) {
        ours(lock).onLost(event -> listener.run());
    }

    @Override
    public LeaderElection election(String name) {
        return service.getElection(name);
    }

    @Override
    public Optional<LockService> service() {
        return Optional.of(service);
    }

    @Override
    public void close() {
        service.close();
    }
}
