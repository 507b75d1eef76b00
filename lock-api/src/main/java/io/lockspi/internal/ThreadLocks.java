package io.lockspi.internal;

import io.lockspi.LossEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Acquires and releases locks that belong to threads. */
final class ThreadLocks {
    private final Engine engine;

    ThreadLocks(Engine engine) {
        this.engine = engine;
    }

    /** Acquires without reacting to an interrupt; false only if the request has a limit and the lock is not held. */
    boolean lock(String name, Request request) {
        Thread thread = Thread.currentThread();
        long deadline = engine.deadline(request);
        while (true) {
            Start start = joinOrNest(name, request, thread, deadline);
            if (start.nesting != null) {
                start.nesting.await();
                return true;
            }
            Hold hold = ThreadWaiter.holdOrThrow(start.waiter().await());
            if (hold == null || isUsable(hold)) {
                return hold != null;
            }
        }
    }

    boolean lockInterruptibly(String name, Request request) throws InterruptedException {
        Thread thread = Thread.currentThread();
        if (Thread.interrupted()) {
            throw new InterruptedException(
                    "interrupted before waiting for lock " + Messages.quote(name) + "; nothing is held");
        }
        long deadline = engine.deadline(request);
        while (true) {
            Start start = joinOrNest(name, request, thread, deadline);
            if (start.nesting != null) {
                start.nesting.awaitInterruptibly();
                return true;
            }
            Hold hold = ThreadWaiter.holdOrThrow(start.waiter().awaitInterruptibly());
            if (hold == null || isUsable(hold)) {
                return hold != null;
            }
        }
    }

    /** A thread that was paused between the grant and now may hold nothing any more. */
    private boolean isUsable(Hold hold) {
        if (hold.isValid(engine.nanos())) {
            return true;
        }
        engine.discard(hold);
        return false;
    }

    /** How an acquire goes on: by waiting, or one level deeper. Exactly one of the two is there. */
    private record Start(
            @Nullable ThreadWaiter waiterOrNull, @Nullable Nesting nesting) {
        ThreadWaiter waiter() {
            return Objects.requireNonNull(waiterOrNull);
        }
    }

    /** Queues the thread, or enters one level deeper if it holds the lock already. */
    private Start joinOrNest(String name, Request request, Thread thread, long deadline) {
        LockState state = engine.enter(name);
        try {
            Hold nested = state.openHoldOf(thread);
            if (nested == null) {
                ThreadWaiter waiter = new ThreadWaiter(engine, state, thread, request, deadline);
                state.join(waiter);
                return new Start(waiter, null);
            }
            Nesting nesting = new Nesting(engine, nested, request, deadline);
            nesting.begin();
            return new Start(null, nesting);
        } finally {
            state.exit();
        }
    }

    void unlock(String name) {
        Thread thread = Thread.currentThread();
        LockState state = engine.enterToRelease(name);
        ReleaseJob job = null;
        Hold hold;
        LossEvent loss = null;
        try {
            hold = state.openHoldOf(thread);
            if (hold == null) {
                hold = state.lostHolds().leave(thread);
                loss = hold == null ? null : hold.loss();
            } else if (hold.leave() == 0) {
                job = state.endSection(hold, null);
            } else {
                engine.renewer().reschedule(hold.tenure);
            }
        } finally {
            state.exit();
        }
        if (hold == null) {
            throw new IllegalMonitorStateException(engine.messages().notHeld(name));
        }
        if (loss != null) {
            throw engine.messages().lost(loss);
        }
        if (job != null) {
            engine.throwUnlessReleased(hold, job.await());
        }
    }

    @Nullable
    LossEvent lossOf(String name, Thread thread) {
        LockState state = engine.enterToRelease(name);
        try {
            Hold lost = state.lostHolds().of(thread);
            return lost == null ? null : lost.loss();
        } finally {
            state.exit();
        }
    }
}
