package io.lockspi.internal;

import io.lockspi.LockException;
import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One future handle from the wish to the end, and what its owner was told. */
final class SimUser {
    private static final long LONGEST_OVERSHOOT = Nanos.millis(260);

    final SimNode node;
    final String name;
    private final Simulation world;
    private final CompletableFuture<LockHandle> future;
    private final long deadline;
    private final Duration lease;
    private @Nullable LockHandle handle;
    private @Nullable Hold section;
    private @Nullable CompletableFuture<Void> closing;
    private int losses;

    SimUser(Simulation world, SimNode node, String name, Duration wait, @Nullable Duration lease) {
        this.world = world;
        this.node = node;
        this.name = name;
        long patience = wait.isZero() ? node.engine.requestTimeoutNanos() : Nanos.of(wait);
        this.lease = lease == null ? node.engine.lease() : lease;
        this.deadline = patience >= Nanos.FOR_EVER ? Long.MAX_VALUE : world.now() + patience + patience / 50;
        this.future = node.engine.acquireAsync(name, wait, lease);
        var unused = future.whenComplete(this::told);
    }

    private void told(@Nullable LockHandle given, @Nullable Throwable failure) {
        if (given != null) {
            handle = given;
            given.onLost(event -> losses++);
            Hold hold = node.holder(name);
            section = hold != null && hold.token == given.fencingToken() ? hold : null;
            world.check(
                    hold == null
                            || !hold.claim.id().equals(claimId())
                            || hold.claim.lease().equals(lease),
                    () -> node + " was given " + name + " with a lease that it did not ask for");
            world.note(node + " has " + name + " with token " + given.fencingToken());
        } else {
            boolean expected = failure instanceof LockException
                    || failure instanceof CancellationException
                    || (failure instanceof IllegalStateException && node.isClosed());
            world.check(expected, () -> "acquire at " + node + " failed with " + failure);
            world.note(node + " does not get " + name + ": " + failure);
        }
    }

    boolean isPending() {
        return !future.isDone();
    }

    boolean isOpen() {
        return handle != null && closing == null;
    }

    boolean isHeld() {
        return handle != null && handle.isHeld();
    }

    /** The id of the claim that the handle stands for. */
    String claimId() {
        return handle == null ? "" : handle.claim().id();
    }

    int losses() {
        return losses;
    }

    /** Whether the claim served another section of its process afterwards, so that its end says nothing about this one. */
    private boolean isPassedOn() {
        return section != null && section.tenure.current() != section;
    }

    void cancel() {
        world.note(node + " cancels its wait for " + name);
        future.cancel(false);
    }

    void close() {
        if (handle != null) {
            world.note(node + " closes its handle of " + name);
            closing = handle.closeAsync();
        }
    }

    boolean isDone() {
        return future.isDone() && (handle == null || (closing != null && closing.isDone()));
    }

    /** A wait with a limit ends in time, if its process was not held up. */
    void checkPunctuality() {
        if (isPending() && node.isUpToDate() && world.now() - deadline > LONGEST_OVERSHOOT) {
            world.violation("a wait of " + node + " for " + name + " is not over "
                    + (world.now() - deadline) / 1_000_000 + " ms after its deadline");
        }
    }

    /** What the owner was told is consistent: a loss exactly when the end says so, and once. */
    void checkStory() {
        world.check(isDone(), () -> "a wait or a close of " + node + " for " + name + " never ended");
        if (closing == null) {
            world.check(losses == 0, () -> "a loss of what was never had");
            return;
        }
        Throwable failure =
                Failures.unwrap(closing.handle((nothing, thrown) -> thrown).join());
        boolean lost = failure instanceof LockLostException;
        world.check(
                failure != null || isPassedOn() || !node.spi().foundNothing(claimId()),
                () -> "close at " + node + " went well, though the store did not have the claim");
        world.check(
                losses == (lost ? 1 : 0),
                () -> "told of " + losses + " losses, but close at " + node + " ended with " + failure);
        world.check(failure == null || failure instanceof LockException || lost, () -> "close ended with " + failure);
    }
}
