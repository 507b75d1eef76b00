package io.lockspi.redlock;

import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.redis.node.DirectTransport;
import io.lockspi.redis.node.Mailbox;
import io.lockspi.redis.node.NodeLoop;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.StoredClaim;
import io.lockspi.redlock.NodeAnswer.Kind;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Locks on a majority of independent Redis servers. Thread-safe: everything happens on the loop's thread. */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class RedlockService implements LockServiceSpi {
    private static final Logger LOG = System.getLogger(RedlockService.class.getName());

    private final Group group;
    private final List<DirectTransport> transports;
    private final Complaints complaints;
    private final Departures departures;
    private final CounterCopies copies;
    private final GroupStart start;
    private final Renewals renewals;
    private final Map<String, Election> running = new HashMap<>();
    private final List<Mailbox> mailboxes = new ArrayList<>();
    private final String channel;

    RedlockService(RedlockOptions options, SpiContext context, InstantSource wallClock) {
        NodeLoop loop = new NodeLoop("lockspi-redlock");
        List<Node> nodes = new ArrayList<>();
        this.transports = new ArrayList<>();
        for (NodeOptions node : options.nodes()) {
            DirectTransport transport = DirectTransport.on(loop, node, context);
            transports.add(transport);
            nodes.add(new Node(nodes.size(), transport, context.time(), options.nodeTimeout()));
        }
        this.group = new Group(
                loop,
                context.time(),
                options,
                context.requestTimeout(),
                List.copyOf(nodes),
                StoredClaim.label(context.owner()),
                new Seeds(wallClock),
                new Identities(),
                new Counts(),
                new NodeTimeouts(
                        context.time(),
                        options.nodeTimeout().toNanos(),
                        (nanos, task) -> context.time().schedule(nanos, () -> loop.run(task))));
        this.channel = options.prefix() + ":mail:" + UUID.randomUUID();
        this.complaints = new Complaints(group);
        this.departures = new Departures(group);
        this.copies = new CounterCopies(group);
        this.start = new GroupStart(group);
        this.renewals = new Renewals(group, copies, start, departures);
    }

    /** The factory of the provider. */
    static LockServiceSpi open(SpiContext context) {
        return new RedlockService(RedlockOptions.read(context.config()), context, Clock.systemUTC());
    }

    @Override
    public void onEvents(SpiEvents events) {
        Hints hints = new Hints(group, channel, events);
        group.nodes().forEach(node -> mailboxes.add(hints.mailbox()));
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        if (group.options().refuses(claim.lease())) {
            return CompletableFuture.completedFuture(new Attempt.Unavailable(
                    complaints.tooLong("acquire", claim.name(), claim.lease()), Effect.NONE, true, null));
        }
        return onLoop(() -> elect(claim, wait, true));
    }

    private CompletionStage<Attempt> elect(Claim claim, boolean wait, boolean first) {
        long begun = group.time().nanos();
        Election election = new Election(group, departures, claim, wait, mailboxes.isEmpty() ? "" : channel);
        running.put(claim.id(), election);
        return election.run().thenCompose(outcome -> {
            boolean abandoned = !running.remove(claim.id(), election);
            CompletableFuture<?> cure = cure(claim, outcome);
            boolean timeLeft =
                    group.time().nanos() - begun < group.requestTimeout().toNanos() / 3;
            if (cure != null && first && timeLeft && !outcome.granted() && !abandoned) {
                return cure.handle((done, error) -> done).thenCompose(done -> elect(claim, wait, false));
            }
            Attempt attempt = attempt(claim, outcome);
            if (wait && attempt instanceof Attempt.Held) {
                listen();
            }
            return CompletableFuture.completedFuture(attempt);
        });
    }

    /** Helps nodes that know nothing of themselves, or lack this lock's counter; {@code null} if there are none. */
    private @Nullable CompletableFuture<?> cure(Claim claim, Election.Outcome outcome) {
        List<CompletableFuture<?>> cures = new ArrayList<>();
        boolean unmarked = false;
        for (Node node : group.nodes()) {
            Kind kind = outcome.answers().get(node.index).kind();
            unmarked |= kind == Kind.UNMARKED;
            if (kind == Kind.NEEDS_COUNTER) {
                cures.add(copies.copy(claim.name(), node.index));
            }
        }
        if (unmarked) {
            cures.add(start.bringUp());
        }
        return cures.isEmpty() ? null : CompletableFuture.allOf(cures.toArray(CompletableFuture[]::new));
    }

    private Attempt attempt(Claim claim, Election.Outcome outcome) {
        if (outcome.broken() != null) {
            return new Attempt.Unavailable(outcome.broken(), Effect.NONE, true, null);
        }
        if (outcome.granted()) {
            long last = outcome.token();
            Won won = new Won(outcome.id(), outcome.answers());
            return new Attempt.Granted(new Grant(last - claim.tokens() + 1, last, claim.lease(), won));
        }
        if (outcome.answered() >= group.majority()) {
            return new Attempt.Held(outcome.retryAfter());
        }
        return complaints.unavailable(claim.name(), outcome.answers());
    }

    private void listen() {
        for (Node node : group.nodes()) {
            node.transport().listen(mailboxes.get(node.index));
        }
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> wanted) {
        if (wanted.stream().anyMatch(renewal -> group.options().refuses(renewal.lease()))) {
            // Only a nested acquire asks for more than the claim was granted for, and always alone.
            return CompletableFuture.completedFuture(wanted.stream()
                    .map(renewal -> Renewals.refused(complaints, renewal))
                    .toList());
        }
        return onLoop(() -> renewals.renew(wanted));
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        return onLoop(() -> {
            Election election = running.remove(release.claim().id());
            if (election != null) {
                election.abandon();
            }
            return departures.release(release);
        });
    }

    @Override
    public CompletionStage<Void> check() {
        return onLoop(start::bringUp).thenApply(statuses -> {
            LockException complaint = start.complaint(statuses);
            if (complaint != null) {
                throw complaint;
            }
            warn(statuses);
            return null;
        });
    }

    private void warn(GroupStart.Statuses statuses) {
        for (Node node : group.nodes()) {
            GroupStart.Status status = statuses.nodes().get(node.index);
            if (status == null) {
                LOG.log(
                        Level.WARNING,
                        node.where() + " does not serve: "
                                + statuses.round().reasons().get(node.index));
            } else if (!status.policy().isEmpty() && !status.policy().equals("noeviction")) {
                LOG.log(
                        Level.WARNING,
                        node.where() + " has maxmemory-policy " + status.policy()
                                + ": it may evict locks that are held; set noeviction");
            }
        }
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return onLoop(() -> Inspection.holder(group, name));
    }

    @Override
    public CompletionStage<OptionalInt> waiters(String name) {
        return onLoop(() -> Inspection.waiters(group, name));
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type == RedlockStatistics.class
                ? Optional.of(type.cast(group.counts()))
                : LockServiceSpi.super.unwrap(type);
    }

    /** Begins something on the loop's thread. */
    private <T> CompletionStage<T> onLoop(Supplier<CompletionStage<T>> begin) {
        CompletableFuture<T> result = new CompletableFuture<>();
        boolean begun = group.loop().run(() -> begin(begin, result));
        if (!begun) {
            result.completeExceptionally(new LockUnavailableException("the lock service is closed", null));
        }
        return result;
    }

    private static <T> void begin(Supplier<CompletionStage<T>> begin, CompletableFuture<T> result) {
        try {
            begin.get().whenComplete((value, error) -> {
                if (error != null) {
                    result.completeExceptionally(
                            error instanceof CompletionException && error.getCause() != null
                                    ? error.getCause()
                                    : error);
                } else {
                    result.complete(value);
                }
            });
        } catch (RuntimeException | LinkageError broken) {
            // Otherwise only the event loop's log would tell, and the caller would wait for its time-out.
            result.completeExceptionally(broken);
        }
    }

    @Override
    public void close() {
        group.loop().close(() -> {
            group.nodes().forEach(Node::closing);
            transports.forEach(DirectTransport::closeOnLoop);
        });
    }

    @Override
    public String toString() {
        return "locks at " + group.options().where();
    }
}
