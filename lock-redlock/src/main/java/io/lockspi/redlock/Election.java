package io.lockspi.redlock;

import io.lockspi.LockBackendException;
import io.lockspi.redis.node.Mailbox;
import io.lockspi.redlock.NodeAnswer.Kind;
import io.lockspi.spi.Claim;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get the votes of a majority, with an id of its own: asks all nodes at once, lets those with lower counters
 * confirm the token, and rolls back everywhere if it fails. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Election {
    private static final int MAX_ROUNDS = 6;
    private static final int SPLIT_PAUSE_MILLIS = 4;
    private static final int UNPROVEN_SPLIT_PAUSE_MILLIS = 40;

    /**
     * How it ended.
     *
     * @param id the attempt's id
     * @param token the highest token, 0 if it was not granted
     * @param answers what the nodes said last
     * @param answered how many nodes said who owns them
     * @param retryAfter when another attempt makes sense, or {@code null} if unknown
     * @param broken why no attempt can succeed, or {@code null}
     */
    record Outcome(
            AttemptId id,
            long token,
            List<NodeAnswer> answers,
            int answered,
            @Nullable Duration retryAfter,
            @Nullable LockBackendException broken) {

        boolean granted() {
            return token > 0;
        }
    }

    private final Group group;
    private final Claim claim;
    private final AttemptId id;
    private final List<String> keys;
    private final List<String> args;
    private final Votes votes;
    private final List<NodeAnswer> answers = new ArrayList<>();
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Departures departures;
    private TimeSource.@Nullable Cancellable timer;
    private boolean asking;
    private boolean contacting;
    private int rounds;
    private int replies;
    private @Nullable LockBackendException broken;

    Election(Group group, Departures departures, Claim claim, boolean wait, String mailbox) {
        this.group = group;
        this.departures = departures;
        this.claim = claim;
        this.id = AttemptId.next(claim);
        this.votes = new Votes(group.size());
        this.keys = group.keys(claim.name()).forAcquire(id);
        this.args = List.of(
                id.text(),
                Group.millis(claim.lease()),
                Integer.toString(claim.tokens()),
                Long.toString(group.seeds().next(claim.tokens())),
                group.label(),
                wait ? mailbox.isEmpty() ? Mailbox.NONE : mailbox : "",
                group.options().maxLeaseMillis());
        NodeAnswer silent = NodeAnswer.silent(group.options().nodeTimeout().toMillis());
        group.nodes().forEach(node -> answers.add(silent));
    }

    CompletableFuture<Outcome> run() {
        startTimer();
        askAll(group.nodes());
        return outcome;
    }

    /** Ends it now: the claim is released. */
    void abandon() {
        if (!outcome.isDone()) {
            fail(null);
        }
    }

    private void askAll(List<Node> nodes) {
        // A node that is not even tried answers at once, before the next one was asked.
        asking = true;
        for (Node node : nodes) {
            node.askIfResponsive(claim.name(), RedlockScript.ACQUIRE, keys, args)
                    .whenComplete((reply, error) -> answered(node, NodeAnswer.of(reply, error)));
        }
        asking = false;
        decide();
    }

    private void answered(Node node, NodeAnswer answer) {
        answers.set(node.index, answer);
        if (answer.kind() == Kind.OWNED) {
            group.identities().note(node.index, answer.text());
        }
        if (outcome.isDone()) {
            return;
        }
        replies += answer.replied() ? 1 : 0;
        switch (answer.kind()) {
            case OWNED -> owned(node, answer);
            case BUSY -> votes.busy(node.index);
            default -> votes.out(node.index);
        }
        if (contacting && replies >= group.majority()) {
            contacting = false;
            startTimer();
        }
        if (!asking) {
            decide();
        }
    }

    private void owned(Node node, NodeAnswer answer) {
        group.seeds().seen(answer.number());
        votes.owned(node.index, answer.number());
    }

    private void decide() {
        if (outcome.isDone()) {
            return;
        }
        Identities.Twins twins = group.identities().twins();
        if (twins != null) {
            broken = new Complaints(group).sameServer(twins.node(), twins.twin());
            fail(null);
            return;
        }
        Votes.Decision decision = votes.decide();
        switch (decision.kind()) {
            case GRANTED -> granted(decision.token());
            case CONFIRM -> confirm(decision.token());
            case FAILED -> lost();
            case WAIT -> {}
        }
    }

    private void confirm(long token) {
        startTimer();
        NodeKeys names = group.keys(claim.name());
        List<String> confirmKeys = List.of(names.lock(), names.fence(), names.boot());
        List<String> confirmArgs =
                List.of(id.text(), Long.toString(token), group.options().maxLeaseMillis());
        asking = true;
        for (int index : votes.toConfirm(token)) {
            votes.confirming(index, token);
            group.nodes()
                    .get(index)
                    .ask(claim.name(), RedlockScript.CONFIRM, confirmKeys, confirmArgs)
                    .whenComplete((reply, error) -> confirmed(index, token, reply));
        }
        asking = false;
        decide();
    }

    private void confirmed(int index, long token, @Nullable List<Object> reply) {
        if (outcome.isDone()) {
            return;
        }
        long code = reply == null ? 0 : Group.number(reply, 0);
        if (code == 1) {
            votes.owned(index, token);
        } else if (code == 2 && reply != null) {
            votes.owned(index, Group.number(reply, 1));
        } else {
            votes.out(index);
        }
        if (!asking) {
            decide();
        }
    }

    /** No majority. If votes are split for good, the favourite keeps what it has and asks the others again. */
    private void lost() {
        SplitVote split = SplitVote.of(id.text(), votes, answers, group.majority());
        if (!split.decided() && votes.waiting() > 0) {
            return; // the others' answers tell whether anybody can win
        }
        if (!split.hopeless()) {
            fail(untilFree());
            return;
        }
        group.counts().splits.increment();
        if (split.favours(id.text()) && ++rounds < MAX_ROUNDS) {
            stopTimer();
            group.later(jitter(SPLIT_PAUSE_MILLIS) * 1_000_000L, this::askBusyAgain);
        } else {
            boolean proven = votes.answered() == group.size();
            fail(Duration.ofMillis(jitter(proven ? SPLIT_PAUSE_MILLIS : UNPROVEN_SPLIT_PAUSE_MILLIS)));
        }
    }

    private void askBusyAgain() {
        if (outcome.isDone()) {
            return;
        }
        List<Node> busy =
                group.nodes().stream().filter(node -> votes.isBusy(node.index)).toList();
        busy.forEach(node -> votes.askedAgain(node.index));
        startTimer();
        askAll(busy);
    }

    private static long jitter(int millis) {
        return 1L + ThreadLocalRandom.current().nextInt(millis);
    }

    /** When enough nodes of other owners are free again, unless those are renewed; {@code null} if that cannot be told. */
    private @Nullable Duration untilFree() {
        List<Long> left = answers.stream()
                .filter(answer -> answer.kind() == Kind.BUSY && answer.number() >= 0)
                .map(NodeAnswer::number)
                .sorted()
                .toList();
        int needed = group.majority() - votes.owned();
        return needed < 1 || needed > left.size()
                ? null
                : Duration.ofMillis(left.get(needed - 1) + jitter(SPLIT_PAUSE_MILLIS));
    }

    private void timeUp() {
        if (outcome.isDone()) {
            return;
        }
        if (!contacting && replies < group.majority() && connecting() + replies >= group.majority()) {
            contacting = true;
            stopTimer();
            timer = group.later(group.contactNanos() - group.nodeTimeoutNanos(), this::timeUp);
            return;
        }
        votes.timeUp();
        decide();
    }

    /** How many nodes have not answered because their connections are still being made. */
    private int connecting() {
        return (int) group.nodes().stream()
                .filter(node -> votes.isAsked(node.index) && !node.isReached())
                .count();
    }

    private void startTimer() {
        stopTimer();
        timer = group.timeouts().start(this::timeUp);
    }

    private void stopTimer() {
        TimeSource.Cancellable current = timer;
        if (current != null) {
            current.cancel();
        }
    }

    private void granted(long token) {
        stopTimer();
        group.counts().grants.increment();
        if (votes.oneRoundTrip() && rounds == 0) {
            group.counts().oneRoundTrip.increment();
        }
        finish(token, null);
    }

    private void fail(@Nullable Duration retryAfter) {
        stopTimer();
        departures.rollBack(claim, id, answers);
        finish(0, retryAfter);
    }

    private void finish(long token, @Nullable Duration retryAfter) {
        outcome.complete(new Outcome(id, token, answers, votes.answered(), retryAfter, broken));
    }
}
