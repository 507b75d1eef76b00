package io.lockspi.internal;

import io.lockspi.DistributedLock;
import io.lockspi.HeldClaim;
import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lock as applications see it. Has no state: everything is in the engine, by the lock's name. */
final class EngineLock implements DistributedLock {
    private final Engine engine;
    private final String name;

    EngineLock(Engine engine, String name) {
        this.engine = engine;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void lock() {
        engine.threads().lock(name, engine.request(null, Nanos.FOR_EVER));
    }

    @Override
    public void lock(Duration lease) {
        engine.threads().lock(name, engine.request(lease, Nanos.FOR_EVER));
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        engine.threads().lockInterruptibly(name, engine.request(null, Nanos.FOR_EVER));
    }

    @Override
    public boolean tryLock() {
        return engine.threads().lock(name, engine.request(null, 0));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return engine.threads().lockInterruptibly(name, engine.request(null, unit.toNanos(time)));
    }

    @Override
    public boolean tryLock(Duration wait) throws InterruptedException {
        return engine.threads().lockInterruptibly(name, engine.request(null, Nanos.of(wait)));
    }

    @Override
    public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
        return engine.threads().lockInterruptibly(name, engine.request(lease, Nanos.of(wait)));
    }

    @Override
    public void unlock() {
        engine.threads().unlock(name);
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "lock " + Messages.quote(name) + " has no conditions: no back end can wake a thread of another process"
                        + " while it takes the lock; wait for your condition with a queue or by polling");
    }

    @Override
    public boolean isHeldByCurrentThread() {
        Hold hold = currentHold();
        return hold != null && hold.isValid(engine.nanos());
    }

    @Override
    public int holdCount() {
        Hold hold = currentHold();
        return hold != null && hold.isValid(engine.nanos()) ? hold.levels() : 0;
    }

    @Override
    public Duration remainingLease() {
        Hold hold = currentHold();
        return hold == null ? Duration.ZERO : Duration.ofNanos(hold.remainingNanos(engine.nanos()));
    }

    @Override
    public long fencingToken() {
        engine.requireTokens();
        return heldHold().token;
    }

    @Override
    public HeldClaim claim() {
        return heldHold().heldClaim();
    }

    @Override
    public Registration onLost(Consumer<LossEvent> listener) {
        return engine.callbacks().register(name, listener);
    }

    private @Nullable Hold currentHold() {
        LockState state = engine.table().peek(name);
        Hold hold = state == null ? null : state.holder();
        return hold != null && hold.owner == Thread.currentThread() ? hold : null;
    }

    private Hold heldHold() {
        Hold hold = currentHold();
        if (hold != null && hold.isValid(engine.nanos())) {
            return hold;
        }
        LossEvent loss = engine.threads().lossOf(name, Thread.currentThread());
        if (loss != null) {
            throw engine.messages().lost(loss);
        }
        throw new IllegalMonitorStateException(engine.messages().notHeld(name));
    }

    @Override
    public String toString() {
        return "DistributedLock[" + Messages.quote(name) + " on " + engine.backend() + "]";
    }
}
