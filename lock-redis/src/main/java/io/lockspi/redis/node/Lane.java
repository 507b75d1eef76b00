package io.lockspi.redis.node;

import io.lockspi.spi.TimeSource;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnection;

/**
 * Sends calls in the order in which they are submitted over one connection at a time, opening the next one when there is
 * a call to send. All state is confined to the event loop, so there are no locks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Lane {
    private final EventLoop loop;
    private final Dialer dialer;
    private final TimeSource time;
    private final Duration requestTimeout;
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

    /** On the event loop only. */
    void submit(ScriptCall call) {
        if (closed) {
            call.answer().completeExceptionally(DirectTransport.closed());
        } else if (link != null && link.isOpen()) {
            link.send(call);
        } else {
            waiting.add(call);
            dial();
        }
    }

    private void dial() {
        if (!dialing) {
            dialing = true;
            dialer.dial().whenComplete((connection, error) -> Loops.run(loop, () -> dialed(connection, error)));
        }
    }

    private void dialed(@Nullable RedisConnection connection, @Nullable Throwable error) {
        dialing = false;
        if (connection == null) {
            failWaiting(error == null ? DirectTransport.closed() : error);
            return;
        }
        Link opened = new Link(connection, time, requestTimeout);
        link = opened;
        if (closed) {
            close();
        }
        while (!waiting.isEmpty()) {
            opened.send(waiting.remove());
        }
    }

    private void failWaiting(Throwable error) {
        while (!waiting.isEmpty()) {
            waiting.remove().answer().completeExceptionally(error);
        }
    }

    /** On the event loop only. */
    void close() {
        closed = true;
        failWaiting(DirectTransport.closed());
        if (link != null) {
            link.close();
        }
    }
}
