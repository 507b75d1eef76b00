package io.lockspi.redlock;

import io.lockspi.redis.node.RedisTransport;
import io.lockspi.redis.node.RequestFailure;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One server as this client sees it. A server that cannot be connected to is left alone for a moment, so that each of many
 * acquisitions does not dial again. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Node {
    private static final Logger LOG = System.getLogger(Node.class.getName());
    private static final long FIRST_PAUSE = Duration.ofMillis(10).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(250).toNanos();
    private static final int SILENCE_IN_TIMEOUTS = 4;

    final int index;
    private final RedisTransport transport;
    private final TimeSource time;
    private final long silenceNanos;
    /** Whether the last request was answered; the first one has to wait for the connection. */
    private boolean reached;

    private boolean everReached;
    private boolean closing;
    private int pending;
    /** When something last went well. */
    private long progressAt;

    private long probedAt;
    private @Nullable RequestFailure down;
    private long pauseNanos = FIRST_PAUSE;
    private long pausedUntil;

    Node(int index, RedisTransport transport, TimeSource time, Duration nodeTimeout) {
        this.index = index;
        this.silenceNanos = nodeTimeout.toNanos() * SILENCE_IN_TIMEOUTS;
        this.transport = transport;
        this.time = time;
    }

    RedisTransport transport() {
        return transport;
    }

    String where() {
        return transport.where();
    }

    /** False before the first answer and after trouble, when a request has to wait for a new connection. */
    boolean isReached() {
        return reached;
    }

    /** As {@link #ask}, but leaves a server alone that has stopped answering, but for a probe now and then. */
    CompletionStage<List<Object>> askIfResponsive(
            String lockName, RedlockScript script, List<String> keys, List<String> args) {
        long now = time.nanos();
        long silent = now - progressAt;
        if (everReached && pending > 0 && silent > silenceNanos) {
            if (now - probedAt < LONGEST_PAUSE) {
                return CompletableFuture.failedFuture(RequestFailure.notSent(
                        "no answer for " + silent / 1_000_000 + " ms; is the server stopped or overloaded?", null));
            }
            probedAt = now;
        }
        return ask(lockName, script, keys, args);
    }

    /** Runs a script; the stage completes on the loop's thread. */
    CompletionStage<List<Object>> ask(String lockName, RedlockScript script, List<String> keys, List<String> args) {
        RequestFailure refused = down;
        if (refused != null && pausedUntil - time.nanos() > 0) {
            return CompletableFuture.failedFuture(refused);
        }
        if (pending++ == 0) {
            progressAt = time.nanos();
        }
        return transport.eval(lockName, script, keys, args).whenComplete((reply, error) -> note(error));
    }

    /** From now on failures are nothing to tell of. */
    void closing() {
        closing = true;
    }

    private void note(@Nullable Throwable error) {
        pending--;
        if (error == null) {
            progressAt = time.nanos();
            everReached = true;
            if (down != null) {
                LOG.log(Level.INFO, "{0} answers again", where());
            }
            reached = true;
            down = null;
            pauseNanos = FIRST_PAUSE;
            return;
        }
        RequestFailure failure = RequestFailure.known(error);
        reached = false;
        if (down == null && !closing) {
            LOG.log(Level.WARNING, where() + " does not serve: " + failure.getMessage());
        }
        down = failure;
        if (failure.effect() == Effect.NONE) {
            pausedUntil = time.nanos() + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE);
        } else {
            pausedUntil = time.nanos();
        }
    }
}
