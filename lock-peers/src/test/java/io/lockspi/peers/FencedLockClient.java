package io.lockspi.peers;

import io.lockspi.tck.LockClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.redisson.api.RedissonClient;

/** Redisson's {@code RFencedLock}: every way to acquire is the one that returns a token, where there is one. */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record FencedLockClient(RedissonClient redisson) implements LockClient {

    @Override
    public Lock lock(String name) {
        return new FencedLock(redisson.getFencedLock(name));
    }

    @Override
    public void lock(Lock lock, Duration lease) {
        ((FencedLock) lock).lock(Millis.of(lease), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) {
        return ((FencedLock) lock).tryLock(Millis.of(wait), Millis.of(lease), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isHeld(Lock lock) {
        return ((FencedLock) lock).real().isHeldByCurrentThread();
    }

    @Override
    public Duration remainingLease(Lock lock) {
        return RLockClient.remaining(((FencedLock) lock).real());
    }

    @Override
    public long fencingToken(Lock lock) {
        return ((FencedLock) lock).token();
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
