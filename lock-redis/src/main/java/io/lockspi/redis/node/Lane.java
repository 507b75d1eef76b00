package io.lockspi.redis.node;

import io.lockspi.spi.TimeSource;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnection;

/**
 * Sends calls in the order in which they are submitted over one connection at a time, opening the next one when there is
 * a call to send. Whoever submits a call sends it, unless somebody is sending already, who then sends it too; so nobody waits
 * for anybody, and what comes together goes out together. Answers are given by the event loop only. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Lane {
    /** How often a thread sends what others have submitted, before it leaves that to the event loop and sees to its own answer. */
    private static final int TURNS = 2;

    private final EventLoop loop;
    private final Dialer dialer;
    private final TimeSource time;
    private final Duration requestTimeout;
    private final Queue<ScriptCall> submitted = new ConcurrentLinkedQueue<>();

    /** Guards what follows. Held for no longer than a write to a socket that does not block; no answer is given under it. */
    private final ReentrantLock turn = new ReentrantLock();

    private final ArrayDeque<ScriptCall> waiting = new ArrayDeque<>();
    private @Nullable Link link;
    private boolean dialing;
    private boolean closed;

    Lane(EventLoop loop, Dialer dialer, TimeSource time, Duration requestTimeout) {
        this.loop = loop;
        this.dialer = dialer;
        this.time = time;
        this.requestTimeout = requestTimeout;
    }

    /** Sends a call, as soon as there is a connection; from any thread. Does not block. */
    void submit(ScriptCall call) {
        submitted.add(call);
        sendSubmitted();
    }

    /** Who holds the turn looks again when it has given it back, so that a call that was submitted meanwhile is not left. */
    private void sendSubmitted() {
        for (int turns = 0; !submitted.isEmpty(); turns++) {
            if (turns == TURNS && Loops.run(loop, this::sendSubmitted)) {
                return;
            }
            if (!turn.tryLock()) {
                return;
            }
            try {
                takeTurn();
            } finally {
                turn.unlock();
            }
        }
    }

    private void takeTurn() {
        Link open = link;
        ScriptCall call = submitted.poll();
        while (call != null) {
            if (closed) {
                fail(List.of(call), DirectTransport.closed());
            } else if (open != null && open.isOpen()) {
                open.send(call);
            } else {
                waiting.add(call);
            }
            call = submitted.poll();
        }
        if (open != null) {
            open.flush();
        }
        if (!waiting.isEmpty()) {
            dial();
        }
    }

    private void dial() {
        if (dialing) {
            return;
        }
        dialing = Loops.run(loop, this::dialOnLoop);
        if (!dialing) {
            failWaiting(DirectTransport.closed());
        }
    }

    private void dialOnLoop() {
        try {
            dialer.dial().whenComplete((connection, error) -> Loops.run(loop, () -> dialed(connection, error)));
        } catch (RuntimeException | LinkageError broken) {
            // Otherwise only the event loop's log would tell, and the callers would wait for their time-outs.
            dialed(null, RequestFailure.notSent("the Redis client failed: " + broken, broken));
        }
    }

    private void dialed(@Nullable RedisConnection connection, @Nullable Throwable error) {
        turn.lock();
        try {
            dialing = false;
            if (connection == null) {
                failWaiting(error == null ? DirectTransport.closed() : error);
            } else {
                use(new Link(connection, dialer.encrypts(), time, requestTimeout, this::submit));
            }
        } finally {
            turn.unlock();
        }
        sendSubmitted();
    }

    private void use(Link opened) {
        link = opened;
        if (closed) {
            opened.close();
        }
        while (!waiting.isEmpty()) {
            opened.send(waiting.remove());
        }
        opened.flush();
    }

    private void failWaiting(Throwable error) {
        List<ScriptCall> failed = new ArrayList<>(waiting);
        waiting.clear();
        fail(failed, error);
    }

    private void fail(List<ScriptCall> calls, Throwable error) {
        Runnable telling = () -> calls.forEach(call -> call.answer().completeExceptionally(error));
        if (!Loops.run(loop, telling)) {
            telling.run();
        }
    }

    /** On the event loop only. Idempotent. */
    void close() {
        Link open;
        turn.lock();
        try {
            closed = true;
            failWaiting(DirectTransport.closed());
            open = link;
        } finally {
            turn.unlock();
        }
        sendSubmitted();
        if (open != null) {
            open.close();
        }
    }
}
