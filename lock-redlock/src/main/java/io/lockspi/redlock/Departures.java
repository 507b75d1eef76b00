package io.lockspi.redlock;

import io.lockspi.LockException;
import io.lockspi.redis.node.RequestFailure;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import io.lockspi.spi.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Takes claims and failed attempts off ALL nodes, also those that said nothing: theirs may come late. What a node does not
 * confirm is repeated until it does, or has dropped the claim by itself. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Departures {
    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final Group group;

    Departures(Group group) {
        this.group = group;
    }

    /** Undoes an attempt that was not granted; wakes nobody. */
    void rollBack(Claim claim, AttemptId id, List<NodeAnswer> answers) {
        List<String> keys = group.keys(claim.name()).forRelease(id.text());
        for (Node node : group.nodes()) {
            NodeAnswer answer = answers.get(node.index);
            if (!answer.untouched()) {
                boolean unanswered = !answer.replied();
                start(node, claim, keys, args(claim, id.text(), 0, unanswered, true));
            }
        }
    }

    /** Ends a claim, whichever of its attempts owns a node; tells the first waiter of each node. */
    CompletionStage<Boolean> release(Release release) {
        Claim claim = release.claim();
        long top = release.topToken();
        Won won = null;
        if (release.grant() != null) {
            top = Math.max(top, release.grant().lastToken());
            won = (Won) release.grant().attachment();
        }
        List<String> keys = group.keys(claim.name()).forRelease(claim.id());
        Tally tally = new Tally();
        for (Node node : group.nodes()) {
            boolean unanswered = release.unanswered() || (won != null && !won.answered(node.index));
            List<String> args = args(claim, claim.id(), top, unanswered, false);
            start(node, claim, keys, args).whenComplete((mine, error) -> tally.answer(mine, error, node));
        }
        TimeSource.Cancellable timer = group.timeouts().start(tally::timeUp);
        tally.result.whenComplete((mine, error) -> timer.cancel());
        return tally.result;
    }

    private List<String> args(Claim claim, String id, long top, boolean unanswered, boolean rollBack) {
        return List.of(
                id,
                Long.toString(top),
                unanswered ? Group.millis(claim.lease()) : "0",
                group.options().maxLeaseMillis(),
                rollBack ? "1" : "0");
    }

    /** The first answer of a node; if there is none, the release is repeated in the background. */
    private CompletionStage<Boolean> start(Node node, Claim claim, List<String> keys, List<String> args) {
        long longest =
                Math.max(claim.lease().toNanos(), group.options().maxLease().toNanos());
        return send(node, claim, keys, args, group.time().nanos() + longest, FIRST_PAUSE);
    }

    private CompletionStage<Boolean> send(
            Node node, Claim claim, List<String> keys, List<String> args, long until, long pause) {
        return node.ask(claim.name(), RedlockScript.RELEASE, keys, args)
                .whenComplete((reply, error) -> {
                    if (error != null && until - group.time().nanos() > 0) {
                        group.later(pause, () -> {
                            var unused = send(node, claim, keys, args, until, Math.min(2 * pause, LONGEST_PAUSE));
                        });
                    }
                })
                .thenApply(reply -> Group.number(reply, 0) == 1);
    }

    /** What the nodes said to one release. */
    private final class Tally {
        final CompletableFuture<Boolean> result = new CompletableFuture<>();
        private final List<String> reasons = new ArrayList<>(Collections.nCopies(group.size(), "no answer in time"));
        private int mine;
        private int notMine;
        private int failed;
        private boolean late;

        void answer(@Nullable Boolean owned, @Nullable Throwable error, Node node) {
            reasons.set(
                    node.index,
                    error == null
                            ? "answered"
                            : String.valueOf(RequestFailure.known(error).getMessage()));
            if (owned == null) {
                failed++;
            } else if (owned) {
                mine++;
            } else {
                notMine++;
            }
            decide();
        }

        void timeUp() {
            late = true;
            decide();
        }

        private void decide() {
            int answered = mine + notMine;
            if (mine >= group.majority()) {
                result.complete(true);
            } else if (notMine > group.size() - group.majority()) {
                result.complete(false);
            } else if (answered + failed == group.size() || late) {
                if (answered >= group.majority()) {
                    // The claim may have had its majority with nodes that are silent now.
                    result.complete(true);
                } else if (answered + failed == group.size()) {
                    LockException none = new Complaints(group).exception("release", null, reasons, false);
                    result.completeExceptionally(none);
                }
            }
        }
    }
}
