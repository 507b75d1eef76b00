package io.lockspi.redlock;

import io.lockspi.redis.node.RequestFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** One question to all nodes, and their answers: complete when all have answered or failed, or the time is up. */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Round {
    private final Group group;
    private final List<@Nullable List<Object>> replies;
    private final List<String> reasons;
    private final CompletableFuture<Round> done = new CompletableFuture<>();
    private int settled;
    private int permanent;

    private Round(Group group) {
        this.group = group;
        this.replies = new ArrayList<>(Collections.nCopies(group.size(), null));
        this.reasons = new ArrayList<>(Collections.nCopies(group.size(), "no answer in time"));
    }

    /** Asks all. On the loop's thread; so is the completion. */
    static CompletableFuture<Round> ask(
            Group group, RedlockScript script, String lockName, List<String> keys, List<String> args) {
        return ask(group, script, lockName, keys, args, node -> true);
    }

    /** Asks some; the others count as having no answer. */
    static CompletableFuture<Round> ask(
            Group group,
            RedlockScript script,
            String lockName,
            List<String> keys,
            List<String> args,
            IntPredicate whom) {
        Round round = new Round(group);
        for (Node node : group.nodes()) {
            if (!whom.test(node.index)) {
                round.settled++;
                continue;
            }
            node.ask(lockName, script, keys, args)
                    .whenComplete((reply, error) -> round.answered(node.index, reply, error));
        }
        boolean known = group.nodes().stream().filter(Node::isReached).count() >= group.majority();
        // A majority that answers quickly is not kept waiting by the others.
        group.later(known ? 2 * group.nodeTimeoutNanos() : group.contactNanos() / 2, () -> round.done.complete(round));
        return round.done;
    }

    private void answered(int node, @Nullable List<Object> reply, @Nullable Throwable error) {
        settled++;
        replies.set(node, reply);
        if (error != null) {
            RequestFailure failure = RequestFailure.known(error);
            reasons.set(node, String.valueOf(failure.getMessage()));
            permanent += failure.permanent() ? 1 : 0;
        }
        if (settled == group.size()) {
            done.complete(this);
        }
    }

    /** What a node said, or {@code null}. */
    @Nullable
    List<Object> reply(int node) {
        return replies.get(node);
    }

    int answers() {
        return (int) replies.stream().filter(reply -> reply != null).count();
    }

    /** Why nodes said nothing. */
    List<String> reasons() {
        return reasons;
    }

    /** Whether so many refused for good that waiting cannot heal it. */
    boolean isPermanent() {
        return permanent >= group.majority();
    }
}
