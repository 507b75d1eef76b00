package io.lockspi.zookeeper;

import io.lockspi.spi.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One session with the ensemble: one handle of ZooKeeper's client, which sends each request once and in order. Knows until
 * when the servers certainly keep the session. Thread-safe.
 */
final class Session {
    /** The relative error of two clocks, 1 % each. */
    private static final long DRIFT_DIVISOR = 50;

    private static final byte[] NOTHING = {};

    /** What was created. */
    record Created(String path, Stat stat) {}

    /** A node's content. */
    record Content(String text, Stat stat) {}

    private record Proof(long writeSentNanos, long deadlineNanos) {}

    private final ZooKeeper handle;
    private final TimeSource time;
    private final long timeoutNanos;
    private final long tickNanos;
    private final Consumer<WatchedEvent> onEvent;
    /** One object for all watches: the client keeps each object once for each path, however often it is given. */
    private final Watcher watcher = this::noticed;

    private final AtomicReference<@Nullable Proof> proof = new AtomicReference<>();
    private final AtomicReference<@Nullable CompletableFuture<Void>> beat = new AtomicReference<>();
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    Session(ZooKeeper handle, TimeSource time, @Nullable Duration tick, Consumer<WatchedEvent> onEvent) {
        this.handle = handle;
        this.time = time;
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(handle.getSessionTimeout());
        this.tickNanos = tick == null ? timeoutNanos / 2 : tick.toNanos();
        this.onEvent = onEvent;
    }

    boolean isOf(ZooKeeper other) {
        return handle == other;
    }

    /** Whether the handle of this session has a connection now; false for ever once Curator has closed it. */
    boolean isConnected() {
        return handle.getState().isConnected();
    }

    long id() {
        return handle.getSessionId();
    }

    /** What the servers granted, which may differ from what was asked. */
    Duration timeout() {
        return Duration.ofNanos(timeoutNanos);
    }

    /** Marks the session as certainly over, or on its way to be. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    // ---- until when the servers keep the session ---------------------------------------------------------------

    /**
     * Notes that a write was confirmed by a majority. Only a write counts: a server that is cut off from its leader goes on
     * answering reads while the leader ends the session.
     *
     * <p>The leader hears of a session's signs of life with the answers to its pings, every half tick. That the write went
     * through the leader proves that it had heard of the sign before: the write before this one, or a ping of ZooKeeper's
     * client, which are a third of the timeout apart. From then on it waits for the timeout, by its monotonic clock.
     *
     * @param sentNanos when the write was sent
     */
    void confirmed(long sentNanos) {
        proof.updateAndGet(before -> {
            long gap = before == null ? Long.MAX_VALUE : sentNanos - before.writeSentNanos();
            if (gap < 0) {
                return before;
            }
            long silence = Math.min(timeoutNanos / 3, Math.max(timeoutNanos / 6, gap));
            long deadline = sentNanos + timeoutNanos - timeoutNanos / DRIFT_DIVISOR - tickNanos - silence;
            boolean later = before == null || deadline - before.deadlineNanos() > 0;
            return new Proof(sentNanos, later || before == null ? deadline : before.deadlineNanos());
        });
    }

    /** How long the servers certainly keep the session, counted from a moment; zero or less if nobody can tell. */
    long validNanosFrom(long nanos) {
        Proof current = proof.get();
        return current == null || over ? 0 : current.deadlineNanos() - nanos;
    }

    /** Whether so many percent of the longest possible validity are left, so that another write is not worth its cost. */
    boolean isFresh(int percent) {
        long longest = timeoutNanos - timeoutNanos / DRIFT_DIVISOR - tickNanos - timeoutNanos / 6;
        return validNanosFrom(time.nanos()) > longest / 100 * percent;
    }

    // ---- requests ----------------------------------------------------------------------------------------------

    /** Creates an ephemeral sequential node; confirms the session. */
    CompletableFuture<Created> enqueue(String prefix, byte[] data, List<ACL> acl) {
        long sent = time.nanos();
        return create(prefix, data, acl, CreateMode.EPHEMERAL_SEQUENTIAL).thenApply(created -> {
            confirmed(sent);
            return created;
        });
    }

    /** Creates a node that the servers remove when its last child has gone; does nothing if it is there. */
    CompletableFuture<Void> container(String path, List<ACL> acl) {
        return create(path, NOTHING, acl, CreateMode.CONTAINER).handle((created, error) -> {
            if (error != null && !(RequestFailure.unwrap(error) instanceof KeeperException.NodeExistsException)) {
                throw new CompletionException(RequestFailure.unwrap(error));
            }
            return null;
        });
    }

    private CompletableFuture<Created> create(String path, byte[] data, List<ACL> acl, CreateMode mode) {
        CompletableFuture<Created> answer = new CompletableFuture<>();
        handle.create(
                path,
                data,
                acl,
                mode,
                (code, asked, context, name, stat) -> complete(answer, code, asked, () -> new Created(name, stat)),
                null);
        return answer;
    }

    CompletableFuture<List<String>> children(String path) {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        handle.getChildren(
                path,
                false,
                (int code, String asked, Object context, List<String> children) ->
                        complete(answer, code, asked, () -> children),
                null);
        return answer;
    }

    /** Overwrites an own node; confirms the session. */
    CompletableFuture<Stat> write(String path, byte[] data) {
        CompletableFuture<Stat> answer = new CompletableFuture<>();
        long sent = time.nanos();
        handle.setData(
                path,
                data,
                -1,
                (code, asked, context, stat) -> {
                    confirmedIf(code, sent);
                    complete(answer, code, asked, () -> stat);
                },
                null);
        return answer;
    }

    /**
     * Writes to a node of the session's own so as to confirm it; requests at one time share one write. The claims' nodes are
     * left alone, because a waiter watches each.
     *
     * @param parent where that node is made when it is needed first
     */
    CompletableFuture<Void> beat(String parent, List<ACL> acl) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> running = beat.compareAndExchange(null, mine);
        if (running != null) {
            return running;
        }
        String path = parent + "/.session-" + Long.toHexString(id());
        CompletableFuture<Void> written = write(path, NOTHING)
                .<Void>thenApply(stat -> null)
                .exceptionallyCompose(error -> RequestFailure.isNoNode(error)
                        ? makeBeatNode(path, acl)
                        : CompletableFuture.failedFuture(error));
        Steps.forward(written.whenComplete((done, error) -> beat.set(null)), mine);
        return mine;
    }

    private CompletableFuture<Void> makeBeatNode(String path, List<ACL> acl) {
        long sent = time.nanos();
        return create(path, NOTHING, acl, CreateMode.EPHEMERAL).thenAccept(created -> confirmed(sent));
    }

    private void confirmedIf(int code, long sentNanos) {
        if (code == KeeperException.Code.OK.intValue()) {
            confirmed(sentNanos);
        }
    }

    CompletableFuture<Void> delete(String path) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        long sent = time.nanos();
        handle.delete(
                path,
                -1,
                (code, asked, context) -> {
                    confirmedIf(code, sent);
                    complete(answer, code, asked, () -> null);
                },
                null);
        return answer;
    }

    /** Brings the server that is asked up to date with the leader. */
    CompletableFuture<Void> sync(String path) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        handle.sync(path, (code, asked, context) -> complete(answer, code, asked, () -> null), null);
        return answer;
    }

    CompletableFuture<Content> read(String path) {
        return read(path, null);
    }

    /**
     * Has the service told when a node changes or is deleted; costs nothing if that is arranged already. Fails if there is
     * no such node, and then leaves no watch.
     */
    CompletableFuture<Void> watch(String path) {
        if (watched.contains(path)) {
            return CompletableFuture.completedFuture(null);
        }
        return read(path, watcher).thenAccept(content -> watched.add(path));
    }

    private void noticed(WatchedEvent event) {
        if (event.getType() != Watcher.Event.EventType.None) {
            // A watch serves once.
            watched.remove(event.getPath());
            onEvent.accept(event);
        }
    }

    private CompletableFuture<Content> read(String path, @Nullable Watcher onChange) {
        CompletableFuture<Content> answer = new CompletableFuture<>();
        handle.getData(
                path,
                onChange,
                (int code, String asked, Object context, byte[] data, Stat stat) -> complete(
                        answer,
                        code,
                        asked,
                        () -> new Content(data == null ? "" : new String(data, StandardCharsets.UTF_8), stat)),
                null);
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, int code, String path, Supplier<T> value) {
        KeeperException.Code known = KeeperException.Code.get(code);
        if (known == KeeperException.Code.OK) {
            answer.complete(value.get());
        } else {
            answer.completeExceptionally(
                    KeeperException.create(known == null ? KeeperException.Code.SYSTEMERROR : known, path));
        }
    }

    @Override
    public String toString() {
        return "session 0x" + Long.toHexString(id());
    }
}
