package io.lockspi.peers;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.springframework.integration.support.locks.DistributedLock;

/** Spring's lock, with a note of when its lease ends; every call is Spring's own. */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record NotedLock(DistributedLock real, LeaseNotes leases) implements Lock {

    private boolean noted(boolean got, Duration lease) {
        if (got) {
            leases.begins(real, lease);
        }
        return got;
    }

    @Override
    public void lock() {
        real.lock();
        noted(true, leases.usual());
    }

    void lock(Duration lease) {
        real.lock(lease);
        noted(true, lease);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        real.lockInterruptibly();
        noted(true, leases.usual());
    }

    @Override
    public boolean tryLock() {
        return noted(real.tryLock(), leases.usual());
    }

    @Override
    public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
        return noted(real.tryLock(wait, unit), leases.usual());
    }

    boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
        return noted(real.tryLock(wait, lease), lease);
    }

    @Override
    public void unlock() {
        try {
            real.unlock();
        } finally {
            leases.ends(real);
        }
    }

    @Override
    public Condition newCondition() {
        return real.newCondition();
    }
}
