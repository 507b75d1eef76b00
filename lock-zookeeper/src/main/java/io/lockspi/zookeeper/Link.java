package io.lockspi.zookeeper;

import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEventType;
import org.apache.curator.framework.api.CuratorListener;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The way to the ensemble. Curator's client keeps the connection and opens a new session when one is over; requests go
 * through ZooKeeper's own handle of the session, because Curator may send one again in another session. Thread-safe.
 */
final class Link implements ConnectionStateListener {
    private static final long LONGEST_CLOSE_MILLIS = 1000;

    private final CuratorFramework client;
    private final boolean own;
    private final TimeSource time;
    private final @Nullable Duration tick;
    private final long patienceNanos;
    private final Consumer<WatchedEvent> onEvent;
    private final Consumer<Session> onOver;
    private final Consumer<Session> onConnected;
    private final AtomicReference<@Nullable Session> current = new AtomicReference<>();
    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
    private final CuratorListener closing = (source, event) -> clientDoes(event.getType());

    /** Who waits for a connection. */
    private static final class Waiter {
        final CompletableFuture<Session> answer = new CompletableFuture<>();
    }

    Link(
            CuratorFramework client,
            boolean own,
            TimeSource time,
            @Nullable Duration tick,
            Duration patience,
            Consumer<WatchedEvent> onEvent,
            Consumer<Session> onOver,
            Consumer<Session> onConnected) {
        this.client = client;
        this.own = own;
        this.time = time;
        this.tick = tick;
        this.patienceNanos = patience.toNanos();
        this.onEvent = onEvent;
        this.onOver = onOver;
        this.onConnected = onConnected;
    }

    void open() {
        client.getConnectionStateListenable().addListener(this);
        client.getCuratorListenable().addListener(closing);
        if (own) {
            client.start();
        }
    }

    /** The session if the client is connected now. */
    @Nullable
    Session connected() {
        if (client.getState() != CuratorFrameworkState.STARTED) {
            return null;
        }
        // Curator's own flag is not asked: after a session was given up it may stay false although the next one is
        // there,
        // because two threads of its set it in any order.
        Session known = current.get();
        if (known != null && !known.isOver() && known.isConnected()) {
            return known;
        }
        ZooKeeper handle;
        try {
            handle = client.getZookeeperClient().getZooKeeper();
        } catch (Exception e) {
            return null;
        }
        Session before = current.get();
        if (before != null && before.isOf(handle)) {
            return before.isOver() || !handle.getState().isConnected() ? null : before;
        }
        return handle.getState().isConnected() ? replace(before, handle) : null;
    }

    private @Nullable Session replace(@Nullable Session before, ZooKeeper handle) {
        Session fresh = new Session(handle, time, tick, onEvent);
        if (!current.compareAndSet(before, fresh)) {
            return connected();
        }
        if (before != null) {
            end(before);
        }
        return fresh;
    }

    private void end(Session session) {
        session.end();
        onOver.accept(session);
    }

    /** The session, once the client is connected; fails with a {@link RequestFailure} if that takes too long. */
    CompletableFuture<Session> session() {
        if (client.getState() != CuratorFrameworkState.STARTED) {
            return CompletableFuture.failedFuture(RequestFailure.refused(
                    "the CuratorFramework is " + client.getState() + "; start it before, and close it after, the locks",
                    null));
        }
        CompletableFuture<Session> session = connectedSession();
        return tick == null ? session : session.thenApply(this::requireRoomForATick);
    }

    /** Servers may grant less than was asked for, and then the named tick leaves no time to count on. */
    private Session requireRoomForATick(Session session) {
        Duration named = Objects.requireNonNull(tick);
        if (named.multipliedBy(2).compareTo(session.timeout()) > 0) {
            throw RequestFailure.refused(
                    "option tick=" + named + " does not fit the session timeout of " + session.timeout()
                            + " that the servers granted, which is at least two ticks; name the servers' tickTime, or leave"
                            + " the option out",
                    null);
        }
        return session;
    }

    private CompletableFuture<Session> connectedSession() {
        Session now = connected();
        if (now != null) {
            return CompletableFuture.completedFuture(now);
        }
        Waiter waiter = new Waiter();
        waiting.add(waiter);
        TimeSource.Cancellable timer =
                time.schedule(patienceNanos, () -> waiter.answer.completeExceptionally(notConnected()));
        // It may have connected between the look and the wait.
        serveWaiting();
        return waiter.answer.whenComplete((session, error) -> {
            timer.cancel();
            waiting.remove(waiter);
        });
    }

    private RequestFailure notConnected() {
        return RequestFailure.notSent(
                "there is no connection to ZooKeeper after " + TimeUnit.NANOSECONDS.toMillis(patienceNanos)
                        + " ms; check the hosts of the URI, TLS if it is used, and that a majority of the servers is up",
                null);
    }

    private void serveWaiting() {
        Session now = waiting.isEmpty() ? null : connected();
        if (now != null) {
            waiting.forEach(waiter -> waiter.answer.complete(now));
        }
    }

    @Override
    public void stateChanged(CuratorFramework source, ConnectionState state) {
        if (state == ConnectionState.LOST) {
            Session session = current.get();
            // A late report must not end the session that came after.
            if (session != null && session != connected()) {
                end(session);
            }
        } else if (state.isConnected()) {
            Session session = connected();
            if (session != null) {
                serveWaiting();
                onConnected.accept(session);
            }
        }
    }

    /** The servers free all locks of the session as soon as they hear of its end, so nobody may rely on them any more. */
    private void clientDoes(CuratorEventType event) {
        Session session = event == CuratorEventType.CLOSING ? current.get() : null;
        if (session != null) {
            end(session);
        }
    }

    /** Stops listening to the client; closes it if it is the service's own, and with it the session. Lasts at most a second. */
    void close() {
        client.getConnectionStateListenable().removeListener(this);
        client.getCuratorListenable().removeListener(closing);
        waiting.forEach(waiter -> waiter.answer.completeExceptionally(notConnected()));
        if (own) {
            closeClient();
        }
    }

    /** ZooKeeper's client waits for the answer to its farewell for most of the session's timeout; the caller does not. */
    private void closeClient() {
        Thread closer = new Thread(client::close, "lockspi-zookeeper-close");
        closer.setDaemon(true);
        closer.start();
        try {
            closer.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isOwn() {
        return own;
    }
}
