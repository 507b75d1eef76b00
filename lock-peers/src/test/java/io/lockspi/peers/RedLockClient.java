package io.lockspi.peers;

import io.lockspi.tck.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;

/**
 * {@code RedissonRedLock} over several servers. It answers no questions itself, so what is held and for how long is asked
 * of the {@link RLock}s that it is made of: it is held if a majority says so.
 */
@SuppressWarnings({"LockNotBeforeTry", "deprecation"}) // the caller keeps lock and unlock together
record RedLockClient(List<RedissonClient> servers) implements LockClient {

    /** A RedissonRedLock and its parts. */
    private record Group(RedissonRedLock all, List<RLock> parts) implements Lock {
        @Override
        public void lock() {
            all.lock();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            all.lockInterruptibly();
        }

        @Override
        public boolean tryLock() {
            return all.tryLock();
        }

        @Override
        public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
            return all.tryLock(wait, unit);
        }

        @Override
        public void unlock() {
            all.unlock();
        }

        @Override
        public Condition newCondition() {
            return all.newCondition();
        }
    }

    @Override
    public Lock lock(String name) {
        List<RLock> parts = servers.stream().map(server -> server.getLock(name)).toList();
        return new Group(new RedissonRedLock(parts.toArray(RLock[]::new)), parts);
    }

    @Override
    public void lock(Lock lock, Duration lease) {
        ((Group) lock).all.lock(Millis.of(lease), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        return ((Group) lock).all.tryLock(Millis.of(wait), Millis.of(lease), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isHeld(Lock lock) {
        return !remainingLease(lock).isZero();
    }

    @Override
    public Duration remainingLease(Lock lock) {
        List<Duration> left = new ArrayList<>();
        for (RLock part : ((Group) lock).parts) {
            left.add(remaining(part));
        }
        left.sort(Comparator.reverseOrder());
        return left.get(left.size() / 2);
    }

    /** Zero also if the server does not answer. */
    private static Duration remaining(RLock part) {
        try {
            return RLockClient.remaining(part);
        } catch (RedisException unavailable) {
            return Duration.ZERO;
        }
    }

    @Override
    public void close() {
        servers.forEach(RedissonClient::shutdown);
    }
}
