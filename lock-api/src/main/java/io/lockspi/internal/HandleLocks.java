package io.lockspi.internal;

import io.lockspi.LockHandle;
import java.util.concurrent.CompletableFuture;

/** Acquires locks that belong to handles. */
final class HandleLocks {
    private final Engine engine;

    HandleLocks(Engine engine) {
        this.engine = engine;
    }

    LockHandle acquire(String name, Request request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(
                    "interrupted before waiting for lock " + Messages.quote(name) + "; nothing is held");
        }
        long deadline = engine.deadline(request);
        while (true) {
            HandleOwner owner = new HandleOwner();
            LockState state = engine.enter(name);
            ThreadWaiter waiter = new ThreadWaiter(engine, state, owner, request, deadline);
            state.join(waiter);
            state.exit();
            Hold hold = ThreadWaiter.holdOrThrow(waiter.awaitInterruptibly());
            if (hold == null) {
                throw engine.messages().timeout(name, request);
            }
            if (hold.isValid(engine.nanos())) {
                return new EngineHandle(engine, hold, owner);
            }
            engine.discard(hold);
        }
    }

    CompletableFuture<LockHandle> acquireAsync(String name, Request request) {
        CompletableFuture<LockHandle> future = new CompletableFuture<>();
        join(name, request, engine.deadline(request), future);
        return future;
    }

    /** Queues a future handle, also again after a grant that came too late to be of use. */
    void join(String name, Request request, long deadline, CompletableFuture<LockHandle> future) {
        HandleOwner owner = new HandleOwner();
        LockState state;
        try {
            state = engine.enter(name);
        } catch (IllegalStateException closed) {
            future.completeExceptionally(closed);
            return;
        }
        AsyncWaiter waiter = new AsyncWaiter(engine, state, owner, request, deadline, future);
        state.join(waiter);
        state.exit();
        waiter.watch();
    }
}
