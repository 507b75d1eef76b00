package io.lockspi.redlock;

import io.lockspi.LockUnavailableException;
import io.lockspi.redis.node.RequestFailure;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Renews many claims with one script on each node. A node that misses a claim gets it back, unless a later claim may have
 * been granted there; it counts from the next renewal on. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Renewals {
    private static final int MAX_CLAIMS = 100;
    private static final long PATIENCE_IN_TIMEOUTS = 4;

    private final Group group;
    private final CounterCopies copies;
    private final GroupStart start;
    private final Departures departures;

    Renewals(Group group, CounterCopies copies, GroupStart start, Departures departures) {
        this.group = group;
        this.copies = copies;
        this.start = start;
        this.departures = departures;
    }

    /** The results in the order of the renewals. */
    CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        List<Tally> tallies = renewals.stream().map(Tally::new).toList();
        for (int from = 0; from < tallies.size(); from += MAX_CLAIMS) {
            send(tallies.subList(from, Math.min(tallies.size(), from + MAX_CLAIMS)));
        }
        group.later(PATIENCE_IN_TIMEOUTS * group.nodeTimeoutNanos(), () -> tallies.forEach(Tally::timeUp));
        CompletableFuture<?>[] results =
                tallies.stream().map(tally -> tally.result).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(results)
                .thenApply(done ->
                        tallies.stream().map(tally -> tally.result.join()).toList());
    }

    private void send(List<Tally> batch) {
        List<String> keys = new ArrayList<>();
        List<String> args = new ArrayList<>();
        keys.add(NodeKeys.boot(group.options().prefix()));
        args.add(group.options().maxLeaseMillis());
        args.add(group.label());
        for (Tally tally : batch) {
            String name = tally.renewal.claim().name();
            NodeKeys lock = group.keys(name);
            AttemptId id = tally.id();
            keys.addAll(List.of(lock.lock(), lock.fence(), lock.ended(id.text()), lock.ended(id.claimId())));
            args.addAll(List.of(
                    id.text(),
                    Group.millis(tally.renewal.lease()),
                    Long.toString(tally.renewal.grant().lastToken())));
        }
        String name = batch.get(0).renewal.claim().name();
        for (Node node : group.nodes()) {
            node.ask(name, RedlockScript.RENEW, keys, args).whenComplete((reply, error) -> {
                for (int i = 0; i < batch.size(); i++) {
                    batch.get(i).answer(node, reply == null ? null : Group.number(reply, i), error);
                }
            });
        }
    }

    /** What the nodes said to one renewal. */
    private final class Tally {
        private static final int NOT_MINE = 0;
        private static final int EXTENDED = 1;
        private static final int REPAIRED = 2;
        private static final int NEEDS_COUNTER = 3;
        private static final int UNMARKED = 5;

        final Renewal renewal;
        final CompletableFuture<Renewal.Result> result = new CompletableFuture<>();
        private final List<String> reasons = new ArrayList<>();
        private int extended;
        private int lost;
        private int settled;

        Tally(Renewal renewal) {
            this.renewal = renewal;
        }

        AttemptId id() {
            Won won = (Won) renewal.grant().attachment();
            if (won == null) {
                throw new IllegalArgumentException("the grant of " + renewal.claim() + " is not this back end's");
            }
            return won.id();
        }

        void answer(Node node, @Nullable Long code, @Nullable Throwable error) {
            settled++;
            if (code == null) {
                reasons.add(node.where() + ": "
                        + (error == null ? "" : RequestFailure.known(error).getMessage()));
            } else if (code == EXTENDED) {
                extended++;
            } else if (code == NOT_MINE) {
                lost++;
            } else if (code == REPAIRED) {
                group.counts().repairs.increment();
            } else if (code == NEEDS_COUNTER) {
                var unused = copies.copy(renewal.claim().name(), node.index);
            } else if (code == UNMARKED) {
                var unused = start.bringUp();
            }
            decide(settled == group.size());
        }

        void timeUp() {
            decide(true);
        }

        private void decide(boolean last) {
            if (result.isDone()) {
                return;
            }
            if (extended >= group.majority()) {
                result.complete(new Renewal.Extended(renewal.lease()));
            } else if (lost > group.size() - group.majority()) {
                // What is left of it goes everywhere.
                var unused = departures.release(new Release(
                        renewal.claim(), renewal.grant(), renewal.grant().lastToken(), false));
                result.complete(new Renewal.NotMine());
            } else if (last) {
                result.complete(new Renewal.Unknown(new LockUnavailableException(
                        "renewal of lock '" + renewal.claim().name() + "' was confirmed by " + extended + " of "
                                + group.size() + " servers; " + String.join("; ", reasons),
                        null)));
            }
        }
    }

    /** The answer to renewals of which one asks for too much. */
    static Renewal.Result refused(Complaints complaints, Renewal renewal) {
        String name = renewal.claim().name();
        Duration lease = renewal.lease();
        return new Renewal.Unknown(complaints.tooLong("renewal", name, lease));
    }
}
