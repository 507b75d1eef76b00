package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Own connections to whichever server is the master of a lock now. A script that was certainly not executed, because the
 * server is not the master, or not ready, or gone, is sent again when the master is found, until shortly before its caller
 * gives it up. One that may have been executed is never sent again: only the engine does that. Thread-safe; all state is
 * confined to the one thread of its loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // own promises tell of the outcome
public final class RoutedTransport implements RedisTransport {
    /** How old the knowledge of masters may be while it is used. */
    private static final long REFRESH_NANOS = Duration.ofSeconds(5).toNanos();

    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final int DEADLINE_PERCENT = 90;

    private final Topology topology;
    private final NodeOptions options;
    private final SpiContext context;
    private final TimeSource time;
    private final UnaryOperator<LockConfig.Host> addresses;
    private final ReplicaDemand replicas;
    private final NodeLoop loop;
    private final RouteFinder finder;

    private final Map<LockConfig.Host, DirectTransport> nodes = new HashMap<>();
    private final List<RoutedCall> waiting = new ArrayList<>();
    private @Nullable Routes routes;
    private boolean stale;
    private long foundAt;
    private boolean finding;
    private boolean closed;
    private LockConfig.@Nullable Host mailHost;

    /**
     * Makes the transport with a thread of its own, which starts with the first request. Does no I/O.
     *
     * @param topology how the servers belong together; not {@link Topology.Kind#SINGLE}
     * @param options how to reach each of them; its host does not count
     * @param replicas how many replicas must confirm what is to be confirmed
     * @param addresses gives the address by which a server is reached for the one by which it is known
     * @param context for time and time-outs
     */
    public RoutedTransport(
            Topology topology,
            NodeOptions options,
            ReplicaDemand replicas,
            UnaryOperator<LockConfig.Host> addresses,
            SpiContext context) {
        this.topology = topology;
        this.options = options;
        this.replicas = replicas;
        this.addresses = addresses;
        this.context = context;
        this.time = context.time();
        this.loop = new NodeLoop("lockspi-redis-" + topology.kind().text());
        this.finder = finder(new Asker(loop, context));
    }

    private RouteFinder finder(Asker asker) {
        return switch (topology.kind()) {
            case CLUSTER -> new ClusterFinder(asker, time, topology.hosts(), this::reached);
            case SENTINEL -> {
                NodeOptions sentinel = Objects.requireNonNull(topology.sentinel());
                List<NodeOptions> sentinels = topology.hosts().stream()
                        .map(host -> sentinel.withHost(addresses.apply(host)))
                        .toList();
                yield new SentinelFinder(
                        asker, time, Objects.requireNonNull(topology.masterName()), sentinels, this::reached);
            }
            default -> new ReplicaFinder(asker, time, topology.hosts(), this::reached);
        };
    }

    private NodeOptions reached(LockConfig.Host host) {
        return options.withHost(addresses.apply(host));
    }

    @Override
    public CompletionStage<List<Object>> eval(
            String lockName, NodeScript script, List<String> keys, List<String> args) {
        return begin(lockName, script, keys, args, false).thenApply(Reply::values);
    }

    @Override
    public CompletionStage<Reply> evalConfirmed(
            String lockName, NodeScript script, List<String> keys, List<String> args) {
        return begin(lockName, script, keys, args, true);
    }

    private CompletionStage<Reply> begin(
            String lockName, NodeScript script, List<String> keys, List<String> args, boolean toBeConfirmed) {
        long deadline = time.nanos() + context.requestTimeout().toNanos() / 100 * DEADLINE_PERCENT;
        RoutedCall call = new RoutedCall(lockName, script, keys, args, toBeConfirmed, deadline);
        if (!loop.run(() -> route(call))) {
            call.fail(DirectTransport.closed());
        }
        return call.answer;
    }

    private void route(RoutedCall call) {
        Routes known = routes;
        if (closed) {
            call.fail(DirectTransport.closed());
        } else if (known == null || stale) {
            waiting.add(call);
            at(call.deadlineNanos, call, () -> giveUp(call));
            find();
        } else {
            if (time.nanos() - foundAt > REFRESH_NANOS) {
                find();
            }
            sendToMaster(call, known.of(call.keys.get(0)));
        }
    }

    private void sendToMaster(RoutedCall call, @Nullable Route master) {
        if (master == null) {
            stale = true;
            again(call, RequestFailure.notSent("no server of the cluster serves the lock's slot", null));
        } else if (call.toBeConfirmed && !replicas.isMetBy(master.replicas())) {
            stale = true;
            call.fail(RequestFailure.notSent(
                    replicas + " cannot be met: the master " + master.host() + " has " + master.replicas()
                            + " replicas; start more, or ask for fewer",
                    null));
        } else {
            send(call, master, false);
        }
    }

    private void send(RoutedCall call, Route to, boolean asking) {
        Demand demand = call.toBeConfirmed ? replicas.of(to.replicas(), context.requestTimeout()) : Demand.NONE;
        node(to.host())
                .send(call.lockName, new ScriptCall(call.script, call.keys, call.args, asking, demand))
                .whenComplete((reply, error) -> {
                    if (reply != null) {
                        call.answer.complete(reply);
                    } else if (!loop.run(() -> failed(call, to, RequestFailure.known(Objects.requireNonNull(error))))) {
                        call.fail(DirectTransport.closed());
                    }
                });
    }

    private DirectTransport node(LockConfig.Host host) {
        return nodes.computeIfAbsent(host, known -> DirectTransport.on(loop, reached(known), context));
    }

    private void failed(RoutedCall call, Route asked, RequestFailure failure) {
        Redirect redirect = failure.redirect();
        Routes known = routes;
        if (failure.effect() != Effect.NONE) {
            // Silence may mean that another server is the master by now.
            stale = true;
            call.fail(failure);
        } else if (redirect == null || (redirect.host() != null && topology.kind() != Topology.Kind.CLUSTER)) {
            call.fail(failure);
        } else if (redirect.host() == null) {
            stale = true;
            again(call, failure);
        } else if (known == null || !call.mayFollow()) {
            stale = true;
            again(call, toAndFro(asked, redirect.host()));
        } else if (redirect.onceOnly()) {
            send(call, new Route(redirect.host(), asked.replicas()), true);
        } else {
            routes = known.moved(call.keys.get(0), new Route(redirect.host(), asked.replicas()));
            foundAt = time.nanos() - 2 * REFRESH_NANOS;
            route(call);
        }
    }

    /** Waiting heals it, other than a redirection by a server that was taken for one of no cluster. */
    private static RequestFailure toAndFro(Route asked, LockConfig.Host named) {
        return RequestFailure.notSent(
                asked.host() + " and " + named + " each say that the other one serves the lock; do the servers agree"
                        + " on their cluster?",
                null);
    }

    /** Tries again a little later, if there is time. */
    private void again(RoutedCall call, RequestFailure obstacle) {
        call.obstacle = obstacle;
        long next = time.nanos() + PAUSE_NANOS;
        if (closed || next - call.deadlineNanos >= 0) {
            call.fail(obstacle);
        } else {
            at(next, call, () -> route(call));
        }
    }

    private void giveUp(RoutedCall call) {
        if (waiting.remove(call)) {
            RequestFailure obstacle = call.obstacle;
            call.fail(
                    obstacle != null
                            ? obstacle
                            : RequestFailure.notSent("no master was found in time; are the servers reachable?", null));
        }
    }

    private void at(long nanos, RoutedCall call, Runnable task) {
        time.schedule(nanos - time.nanos(), () -> {
            if (!loop.run(task)) {
                call.fail(DirectTransport.closed());
            }
        });
    }

    private void find() {
        if (!finding) {
            finding = true;
            finder.find(routes).whenComplete((found, error) -> loop.run(() -> found(found, error)));
        }
    }

    private void found(@Nullable Routes found, @Nullable Throwable error) {
        finding = false;
        List<RoutedCall> calls = List.copyOf(waiting);
        waiting.clear();
        if (closed) {
            calls.forEach(call -> call.fail(DirectTransport.closed()));
        } else if (found == null) {
            RequestFailure failure = RequestFailure.known(Objects.requireNonNull(error));
            calls.forEach(call -> notFound(call, failure));
        } else {
            routes = found;
            stale = false;
            foundAt = time.nanos();
            leaveOthers(found);
            calls.forEach(this::route);
        }
    }

    private void notFound(RoutedCall call, RequestFailure failure) {
        if (failure.permanent()) {
            call.fail(failure);
        } else {
            again(call, failure);
        }
    }

    /** Closes the connections to those that are no masters any more: what they would say is out of date. */
    private void leaveOthers(Routes found) {
        Set<LockConfig.Host> masters = found.all().stream().map(Route::host).collect(Collectors.toSet());
        nodes.entrySet().removeIf(node -> {
            boolean left = !masters.contains(node.getKey());
            if (left) {
                node.getValue().closeOnLoop();
            }
            return left;
        });
    }

    @Override
    public boolean batches() {
        return topology.kind() != Topology.Kind.CLUSTER;
    }

    @Override
    public int lane(String lockName) {
        return Math.floorMod(lockName.hashCode(), options.connections());
    }

    /** Any server of a cluster passes all messages on, so one subscription is enough; it follows the masters. */
    @Override
    public void listen(Mailbox mailbox) {
        loop.run(() -> {
            Routes known = routes;
            if (closed || known == null) {
                return;
            }
            List<LockConfig.Host> masters = known.all().stream()
                    .map(Route::host)
                    .sorted(Comparator.comparing(LockConfig.Host::toString))
                    .toList();
            if (mailHost == null || !masters.contains(mailHost)) {
                mailHost = masters.isEmpty()
                        ? null
                        : masters.get(Math.floorMod(mailbox.name().hashCode(), masters.size()));
            }
            if (mailHost != null) {
                node(mailHost).listen(mailbox);
            }
        });
    }

    @Override
    public String channel(Mailbox mailbox) {
        return mailbox.name();
    }

    @Override
    public String where() {
        return topology.where(options);
    }

    @Override
    public void close() {
        loop.close(() -> {
            closed = true;
            List<RoutedCall> calls = List.copyOf(waiting);
            waiting.clear();
            calls.forEach(call -> call.fail(DirectTransport.closed()));
            nodes.values().forEach(DirectTransport::closeOnLoop);
        });
    }
}
