package io.lockspi.tck.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all parts of one proxy share: one lock, the modes, the hooks, the counts and the live connections.
 *
 * <p>Nothing blocks under the lock: reads, writes and hook actions run outside it.
 */
final class ProxyState {

    final ReentrantLock lock = new ReentrantLock();
    final Framer framing;

    private final Condition progress = lock.newCondition();
    private final Map<Direction, Mode> modes = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> numbered = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> seen = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> done = new EnumMap<>(Direction.class);
    private final Map<Long, ProxyConnection> connections = new LinkedHashMap<>();
    private final List<Hook> hooks = new ArrayList<>();
    private long accepted;
    private boolean closed;

    ProxyState(Framer framing) {
        this.framing = framing;
        for (Direction direction : Direction.values()) {
            modes.put(direction, Mode.PASS);
        }
        resetCounts();
    }

    <T> T locked(Supplier<T> read) {
        lock.lock();
        try {
            return read.get();
        } finally {
            lock.unlock();
        }
    }

    /** Changes something, then wakes everyone who may be waiting for it. */
    void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            progress.signalAll();
            connections.values().forEach(ProxyConnection::signalLanes);
        } finally {
            lock.unlock();
        }
    }

    void await(Duration timeout, BooleanSupplier condition, Supplier<String> complaint)
            throws InterruptedException, TimeoutException {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    throw new TimeoutException(complaint.get() + " within " + timeout + "; the proxy saw " + summary());
                }
                left = progress.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private String summary() {
        return seen.get(Direction.REQUESTS) + " requests and " + seen.get(Direction.REPLIES) + " replies on " + accepted
                + " connections, of which " + openConnections() + " are open; requests " + mode(Direction.REQUESTS)
                + ", replies " + mode(Direction.REPLIES);
    }

    Mode mode(Direction direction) {
        return locked(() -> modes.getOrDefault(direction, Mode.PASS));
    }

    void setMode(Direction direction, Mode mode) {
        update(() -> {
            modes.put(direction, mode);
            if (mode.kind() != Mode.Kind.HOLD) {
                connections
                        .values()
                        .forEach(connection -> connection.lane(direction).releaseHeldByMode());
            }
        });
    }

    void addHook(Hook hook) {
        update(() -> hooks.add(hook));
    }

    /** Everything passes from now on, and what was held or delayed goes out. */
    void heal() {
        update(() -> {
            // A message that met its hook but is not queued yet must not be held for ever.
            hooks.forEach(Hook::letGo);
            hooks.clear();
            modes.replaceAll((direction, mode) -> Mode.PASS);
            connections.values().forEach(ProxyConnection::releaseAll);
        });
    }

    void discardHeld() {
        update(() -> connections.values().forEach(ProxyConnection::discardHeld));
    }

    /** Numbers a message and finds the hooks that act on it. */
    Arrival register(Direction direction, long connection, byte[] bytes, long answerIndex) {
        return locked(() -> {
            long number = numbered.merge(direction, 1L, Long::sum);
            Message message = new Message(direction, number, connection, bytes, answerIndex);
            Arrival arrival = new Arrival(message);
            for (Hook hook : hooks) {
                if (direction == Direction.REPLIES && hook.isForAnswer()) {
                    arrival.addIf(hook.isAwaitedAnswer(message), hook);
                } else if (hook.counts(message)) {
                    arrival.addCounted(hook);
                }
            }
            return arrival;
        });
    }

    /** Counts a message whose fate is settled, so that whoever waits for it finds it held, say. Under the lock. */
    void decided(@Nullable Arrival arrival) {
        if (arrival != null) {
            seen.merge(arrival.message().direction(), 1L, Long::sum);
            arrival.decided();
            progress.signalAll();
        }
    }

    void finished(Direction direction) {
        update(() -> done.merge(direction, 1L, Long::sum));
    }

    long seen(Direction direction) {
        return locked(() -> seen.getOrDefault(direction, 0L));
    }

    long done(Direction direction) {
        return locked(() -> done.getOrDefault(direction, 0L));
    }

    void resetCounts() {
        update(() -> {
            for (Direction direction : Direction.values()) {
                seen.put(direction, 0L);
                done.put(direction, 0L);
            }
        });
    }

    long nextConnectionId() {
        return locked(() -> ++accepted);
    }

    /** Takes in a new connection, unless the proxy is closed. */
    boolean add(ProxyConnection connection) {
        return locked(() -> {
            if (!closed) {
                connections.put(connection.id(), connection);
                progress.signalAll();
            }
            return !closed;
        });
    }

    void remove(ProxyConnection connection) {
        update(() -> connections.remove(connection.id()));
    }

    long accepted() {
        return locked(() -> accepted);
    }

    long openConnections() {
        return locked(() -> connections.values().stream()
                .filter(ProxyConnection::isClientOpen)
                .count());
    }

    int held() {
        return locked(() ->
                connections.values().stream().mapToInt(ProxyConnection::pending).sum());
    }

    List<ProxyConnection> connections() {
        return locked(() -> List.copyOf(connections.values()));
    }

    boolean isClosed() {
        return locked(() -> closed);
    }

    void close() {
        update(() -> closed = true);
    }
}
