package io.lockspi.internal;

import io.lockspi.LockBackendException;
import io.lockspi.LockException;
import io.lockspi.LockLostException;
import io.lockspi.LockTimeoutException;
import io.lockspi.LockUnavailableException;
import io.lockspi.LossEvent;
import io.lockspi.spi.Claim;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The errors and log lines of one service. Each names the lock, the back end, what was asked and the remedy. */
final class EngineMessages {
    private static final System.Logger LOG = System.getLogger("io.lockspi");
    private static final String REACH = "; check that its server is up and reachable";

    private final String backend;

    EngineMessages(String backend) {
        this.backend = backend;
    }

    String backend() {
        return backend;
    }

    String lock(String name) {
        return "lock " + Messages.quote(name) + " on " + backend;
    }

    IllegalStateException closed() {
        return new IllegalStateException("the lock service of " + backend + " is closed; open a new one");
    }

    LockTimeoutException timeout(String name, Request request) {
        return new LockTimeoutException(timedOut(name, request.waitNanos()));
    }

    String timedOut(String name, long waitNanos) {
        String wait = waitNanos <= 0 ? "at the one attempt" : "for the whole wait of " + Messages.nanos(waitNanos);
        return lock(name) + " was held by another " + wait + "; wait longer, or see who holds it with inspect()";
    }

    /** A wait ended without any answer. */
    RuntimeException unavailable(String name, Request request, @Nullable LockException cause) {
        String asked = request.single() ? "one attempt" : "waiting for " + Messages.nanos(request.waitNanos());
        String why = cause == null ? " got no answer" + REACH : " brought no decision: " + cause.getMessage();
        return new LockUnavailableException(lock(name) + " could not be asked for: " + asked + why, cause);
    }

    /** The same refusal, with the caller's own stack trace. */
    RuntimeException permanent(LockException cause) {
        return cause instanceof LockBackendException
                ? new LockBackendException(String.valueOf(cause.getMessage()), cause)
                : new LockException(String.valueOf(cause.getMessage()), cause);
    }

    /** The refusal of a candidate, with the caller's own stack trace. */
    LockBackendException refusedCandidate(String election, RuntimeException cause) {
        return new LockBackendException(
                "election " + Messages.quote(election) + " on " + backend + ": the back end refuses this candidate: "
                        + cause.getMessage() + "; it goes on asking, for the case that this is mended",
                cause);
    }

    void logRefusedCandidate(String election, RuntimeException cause) {
        LOG.log(Level.ERROR, () -> refusedCandidate(election, cause).getMessage());
    }

    LockUnavailableException tooSlow(String name, Duration lease) {
        return new LockUnavailableException(
                lock(name) + " was granted, but the answer took longer than the lease of " + Messages.duration(lease)
                        + " allows; ask for a longer lease, or look for what slows the back end or this process",
                null);
    }

    LockUnavailableException silence(String name, String asked, Duration timeout) {
        return new LockUnavailableException(
                lock(name) + ": no answer to " + asked + " within " + Messages.duration(timeout) + REACH, null);
    }

    LockUnavailableException silence(String asked, long nanos) {
        return new LockUnavailableException(
                backend + ": no answer to " + asked + " within " + Messages.nanos(nanos) + REACH, null);
    }

    LockUnavailableException broken(String name, @Nullable Throwable cause) {
        return new LockUnavailableException(lock(name) + ": the back end failed: " + cause, cause);
    }

    LockUnavailableException notExtended(Hold hold, Request request, @Nullable Throwable cause) {
        return new LockUnavailableException(
                lock(hold.claim.name()) + " is held, but its lease could not be lengthened to "
                        + Messages.duration(request.lease()) + " for a nested acquire; the hold is as it was before",
                cause);
    }

    String notHeld(String name) {
        return lock(name) + " is not held by the current thread, which must have locked it before";
    }

    LockLostException lost(LossEvent event) {
        String why =
                switch (event.cause()) {
                    case EXPIRED -> "its lease ran out before a renewal was confirmed or the lock was released";
                    case REVOKED -> "the store said that another has it, or that its record is gone";
                    case CLOSED -> "its lock service was closed";
                    case OWNER_TERMINATED -> "its thread ended without unlocking it";
                    case HANDLE_UNREACHABLE -> "its handle was forgotten without being closed";
                };
        return new LockLostException(
                lock(event.lockName()) + " was lost before this call: " + why
                        + "; check what the section did since, and" + " lock again",
                event);
    }

    void throwUnlessReleased(Hold hold, ReleaseJob.Result result, Duration timeout) {
        switch (result.kind()) {
            case RELEASED -> {}
            case GONE -> {
                LossEvent loss = hold.loss();
                throw lost(loss == null ? new LossEvent(hold.claim.name(), hold.token, LossEvent.Cause.REVOKED) : loss);
            }
            case UNANSWERED ->
                throw new LockUnavailableException(
                        lock(hold.claim.name()) + ": the release was not confirmed within " + Messages.duration(timeout)
                                + (result.cause() == null
                                        ? ""
                                        : " (" + result.cause().getMessage() + ")")
                                + "; the lock is over here, and the release goes on in the background until the lease ends",
                        result.cause());
        }
    }

    void logOutage(String name, LockException failure) {
        LOG.log(
                Level.WARNING,
                () -> lock(name) + " cannot be asked for at the moment, trying again: " + failure.getMessage());
    }

    void logRenewalTrouble(Hold hold, Throwable cause) {
        LOG.log(Level.DEBUG, () -> lock(hold.claim.name()) + ": a renewal failed, trying again: " + cause);
    }

    void logAbandoned(Hold hold, LossEvent.Cause cause) {
        LOG.log(
                Level.WARNING,
                () -> lock(hold.claim.name()) + " is renewed no longer, because "
                        + (cause == LossEvent.Cause.OWNER_TERMINATED
                                ? "the thread that holds it has ended"
                                : "the handle that holds it was forgotten")
                        + "; it is over with its lease");
    }

    void logEffectFailed(String name, Throwable failure) {
        LOG.log(Level.ERROR, () -> lock(name) + ": a step of the lock engine failed; the others go on", failure);
    }

    void logReleaseGivenUp(Claim claim, boolean confirmed, @Nullable Throwable cause) {
        if (!confirmed) {
            LOG.log(
                    Level.WARNING,
                    () -> lock(claim.name()) + ": a release was never confirmed, and its lease is over by now"
                            + (cause == null ? "" : ": " + cause));
        }
    }
}
