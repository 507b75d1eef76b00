package io.lockspi.peers;

import io.lockspi.tck.LockClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's {@link RLock}, which is a {@link Lock} by itself. */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record RLockClient(RedissonClient redisson) implements LockClient {

    @Override
    public Lock lock(String name) {
        return redisson.getLock(name);
    }

    @Override
    public void lock(Lock lock, Duration lease) {
        ((RLock) lock).lock(Millis.of(lease), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        return ((RLock) lock).tryLock(Millis.of(wait), Millis.of(lease), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isHeld(Lock lock) {
        return ((RLock) lock).isHeldByCurrentThread();
    }

    @Override
    public Duration remainingLease(Lock lock) {
        return remaining((RLock) lock);
    }

    /** What the server says, if it is this thread's. */
    static Duration remaining(RLock lock) {
        return lock.isHeldByCurrentThread() ? Duration.ofMillis(Math.max(0, lock.remainTimeToLive())) : Duration.ZERO;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
