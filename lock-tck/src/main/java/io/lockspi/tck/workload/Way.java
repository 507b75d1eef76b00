package io.lockspi.tck.workload;

import io.lockspi.tck.history.EventKind;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** The ways to acquire a lock. */
enum Way {
    LOCK(35),
    INTERRUPTIBLY(15),
    ATTEMPT(15),
    TIMED(20),
    LEASE(15);

    private static final Way[] ALL = values();
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private final int weight;

    Way(int weight) {
        this.weight = weight;
    }

    static Way choose(SplittableRandom random, boolean leases) {
        int at = random.nextInt(100);
        for (Way way : ALL) {
            at -= way.weight;
            if (at < 0) {
                return way == LEASE && !leases ? LOCK : way;
            }
        }
        throw new IllegalStateException("the weights do not add up to 100");
    }

    /** How the history calls its beginning. */
    EventKind invocation() {
        return this == ATTEMPT ? EventKind.INVOKE_ATTEMPT : EventKind.INVOKE_ACQUIRE;
    }

    /**
     * Acquires.
     *
     * @return whether it is held now
     * @throws InterruptedException if the thread was interrupted; it holds nothing then
     */
    boolean acquire(WorkloadClient client, Lock lock, SplittableRandom random, Duration lease)
            throws InterruptedException {
        switch (this) {
            case LOCK -> lock.lock();
            case INTERRUPTIBLY -> lock.lockInterruptibly();
            case ATTEMPT -> {
                return lock.tryLock();
            }
            case TIMED -> {
                return lock.tryLock(random.nextLong(LONGEST_WAIT.toNanos()), TimeUnit.NANOSECONDS);
            }
            case LEASE -> {
                Duration wait = Duration.ofNanos(random.nextLong(LONGEST_WAIT.toNanos()));
                return client.tryLock(lock, wait, lease);
            }
            default -> throw new IllegalStateException("unknown way " + this);
        }
        return true;
    }
}
