package io.lockspi.internal;

import io.lockspi.LockInfo;
import io.lockspi.spi.TimeSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a candidate that has resigned from asking before those who wait, on a store that keeps no queue of its own: until
 * another leads, nobody waits, or everybody who waits has asked in vain.
 */
final class StandBack implements TimeSource.Cancellable {
    private static final long LOOK_EVERY = Nanos.millis(50);
    /** Who is about to ask again is not known to wait for a moment. */
    private static final int ENOUGH_LOOKS_AT_NOBODY = 2;

    private final Engine engine;
    private final String lockName;
    private final long formerTerm;
    private final Runnable then;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger looksAtNobody = new AtomicInteger();
    private final Agenda.Entry end;
    private volatile Agenda.@Nullable Entry nextLook;

    StandBack(Engine engine, Hold resigned, Runnable then) {
        this.engine = engine;
        this.lockName = resigned.claim.name();
        this.formerTerm = resigned.token;
        this.then = then;
        // A waiter asks at least once in each poll interval, whatever it was told.
        this.end = engine.agenda().at(engine.nanos() + engine.pollNanos() + LockState.GRACE, this::end);
        lookLater();
    }

    private void lookLater() {
        nextLook = engine.agenda().at(engine.nanos() + LOOK_EVERY, this::look);
        if (over.get()) {
            cancel();
        }
    }

    private void look() {
        // A back end that cannot tell is not asked again.
        var unused = Failures.ask(() -> engine.spi().inspect(lockName))
                .thenCompose(this::mayStand)
                .thenAccept(this::seen);
    }

    private CompletionStage<Boolean> mayStand(Optional<LockInfo> holder) {
        if (holder.isPresent()) {
            return CompletableFuture.completedFuture(isAnother(holder.get()));
        }
        // Another may have led and resigned between two looks.
        return Failures.ask(() -> engine.spi().waiters(lockName)).thenApply(this::isNobody);
    }

    private boolean isNobody(OptionalInt waiters) {
        boolean nobody = waiters.isPresent() && waiters.getAsInt() == 0;
        return nobody && looksAtNobody.incrementAndGet() >= ENOUGH_LOOKS_AT_NOBODY;
    }

    private void seen(boolean mayStand) {
        if (mayStand) {
            end();
        } else if (!over.get()) {
            lookLater();
        }
    }

    private boolean isAnother(LockInfo holder) {
        return holder.fencingToken() == 0 || holder.fencingToken() > formerTerm;
    }

    private void end() {
        if (over.compareAndSet(false, true)) {
            cancel();
            then.run();
        }
    }

    @Override
    public void cancel() {
        over.set(true);
        end.cancel();
        Agenda.Entry look = nextLook;
        if (look != null) {
            look.cancel();
        }
    }
}
