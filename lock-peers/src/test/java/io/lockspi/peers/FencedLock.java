package io.lockspi.peers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RFencedLock;

/**
 * {@link RFencedLock} with the tokens that it returned, as a program would keep them: each thread the tokens of its own
 * acquires. Two objects of one name are used by different threads only, or share nothing that the kit looks at.
 */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
final class FencedLock implements Lock {
    private final RFencedLock real;
    private final Map<Thread, Deque<Long>> tokens = new ConcurrentHashMap<>();

    FencedLock(RFencedLock real) {
        this.real = real;
    }

    RFencedLock real() {
        return real;
    }

    private void keep(Long token) {
        tokens.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>())
                .push(token);
    }

    private boolean keepIfThere(@Nullable Long token) {
        if (token == null) {
            return false;
        }
        keep(token);
        return true;
    }

    @Override
    public void lock() {
        keep(real.lockAndGetToken());
    }

    void lock(long lease, TimeUnit unit) {
        keep(real.lockAndGetToken(lease, unit));
    }

    /** There is no interruptible method that returns a token. */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        real.lockInterruptibly();
        keepCurrent();
    }

    /** What RFencedLock says is the current token, 0 if there was none yet. */
    private void keepCurrent() {
        Long current = real.getToken();
        keep(current == null ? Long.valueOf(0) : current);
    }

    /** Not {@code tryLockAndGetToken()}, which waits for a lock that is held: few rules would come to an end. */
    @Override
    public boolean tryLock() {
        boolean got = real.tryLock();
        if (got) {
            keepCurrent();
        }
        return got;
    }

    @Override
    public boolean tryLock(long wait, TimeUnit unit) {
        return keepIfThere(real.tryLockAndGetToken(wait, unit));
    }

    boolean tryLock(long wait, long lease, TimeUnit unit) {
        return keepIfThere(real.tryLockAndGetToken(wait, lease, unit));
    }

    @Override
    public void unlock() {
        try {
            real.unlock();
        } finally {
            forget();
        }
    }

    private void forget() {
        tokens.computeIfPresent(Thread.currentThread(), (thread, kept) -> {
            kept.pop();
            return kept.isEmpty() ? null : kept;
        });
    }

    /** The token of this thread's innermost acquire. */
    long token() {
        Deque<Long> kept = tokens.get(Thread.currentThread());
        if (kept == null) {
            throw new IllegalMonitorStateException("this thread has been given no token");
        }
        return kept.peek();
    }

    @Override
    public Condition newCondition() {
        return real.newCondition();
    }
}
