package io.lockspi.internal;

import io.lockspi.HeldClaim;
import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A handle as applications see it. The engine refers to it weakly, by its {@link HandleOwner}. */
final class EngineHandle implements LockHandle {
    private final Engine engine;
    private final Hold hold;
    private final AtomicBoolean closed = new AtomicBoolean();

    EngineHandle(Engine engine, Hold hold, HandleOwner owner) {
        this.engine = engine;
        this.hold = hold;
        owner.belongsTo(this);
    }

    @Override
    public String name() {
        return hold.claim.name();
    }

    @Override
    public long fencingToken() {
        engine.requireTokens();
        return hold.token;
    }

    @Override
    public boolean isHeld() {
        return hold.isValid(engine.nanos());
    }

    @Override
    public Duration remainingLease() {
        return Duration.ofNanos(hold.remainingNanos(engine.nanos()));
    }

    @Override
    public HeldClaim claim() {
        return hold.heldClaim();
    }

    @Override
    public Registration onLost(Consumer<LossEvent> listener) {
        AtomicBoolean told = new AtomicBoolean();
        Consumer<LossEvent> once = event -> {
            if (told.compareAndSet(false, true)) {
                listener.accept(event);
            }
        };
        hold.add(once);
        LossEvent loss = hold.loss();
        if (loss != null) {
            engine.callbacks().run(() -> once.accept(loss));
        }
        return () -> hold.remove(once);
    }

    @Override
    public void close() {
        ReleaseJob job = beginRelease(null);
        if (job != null) {
            engine.throwUnlessReleased(hold, job.await());
        }
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        try {
            if (beginRelease(result -> engine.callbacks().runEvenIfClosed(() -> deliver(result, future))) == null) {
                future.complete(null);
            }
        } catch (LockLostException lost) {
            future.completeExceptionally(lost);
        }
        return future;
    }

    private void deliver(ReleaseJob.Result result, CompletableFuture<Void> future) {
        try {
            engine.throwUnlessReleased(hold, result);
            future.complete(null);
        } catch (RuntimeException failure) {
            future.completeExceptionally(failure);
        }
    }

    /** Starts the release once; {@code null} if it was started before. */
    private @Nullable ReleaseJob beginRelease(@Nullable Consumer<ReleaseJob.Result> listener) {
        if (!closed.compareAndSet(false, true)) {
            return null;
        }
        ReleaseJob[] job = new ReleaseJob[1];
        hold.state.underMutex(() -> {
            hold.state.endHoldIfOver();
            if (hold.isOpen()) {
                job[0] = hold.state.endSection(hold, listener);
            }
        });
        LossEvent loss = hold.loss();
        if (job[0] == null && loss != null) {
            throw engine.messages().lost(loss);
        }
        return job[0];
    }

    @Override
    public String toString() {
        return "LockHandle[" + Messages.quote(name()) + " on " + engine.backend() + ", token " + hold.token
                + (isHeld() ? ", held]" : ", not held]");
    }
}
