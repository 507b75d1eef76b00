package io.lockspi.tck.selftest;

import io.lockspi.LeaderElection;
import io.lockspi.LockService;
import io.lockspi.tck.LockClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** A client that does what another does. A broken one overrides a method. */
class ForwardingClient implements LockClient {
    protected final LockClient real;

    ForwardingClient(LockClient real) {
        this.real = real;
    }

    /** The lock as its user sees it. */
    protected Lock wrap(Lock lock) {
        return lock;
    }

    protected static Lock unwrap(Lock lock) {
        return lock instanceof ForwardingLock wrapped ? wrapped.real : lock;
    }

    @Override
    public Lock lock(String name) {
        return wrap(real.lock(name));
    }

    @Override
    public void lock(Lock lock, Duration lease) {
        real.lock(unwrap(lock), lease);
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        return real.tryLock(unwrap(lock), wait, lease);
    }

    @Override
    public boolean isHeld(Lock lock) {
        return real.isHeld(unwrap(lock));
    }

    @Override
    public Duration remainingLease(Lock lock) {
        return real.remainingLease(unwrap(lock));
    }

    @Override
    public long fencingToken(Lock lock) {
        return real.fencingToken(unwrap(lock));
    }

    @Override
    public void onLost(Lock lock, Runnable listener) {
        real.onLost(unwrap(lock), listener);
    }

    @Override
    public LeaderElection election(String name) {
        return real.election(name);
    }

    @Override
    public Optional<LockService> service() {
        return real.service();
    }

    @Override
    public void close() {
        real.close();
    }
}
