package io.lockspi.tck.selftest;

import io.lockspi.DistributedLock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A lock that does what another does. A broken one overrides a method. */
class ForwardingLock implements Lock {
    protected final Lock real;

    ForwardingLock(Lock real) {
        this.real = real;
    }

    protected DistributedLock ours() {
        return (DistributedLock) real;
    }

    @Override
    public void lock() {
        real.lock();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        real.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return real.tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return real.tryLock(time, unit);
    }

    @Override
    public void unlock() {
        real.unlock();
    }

    @Override
    public Condition newCondition() {
        return real.newCondition();
    }
}
