package io.lockspi.redlock;

import io.lockspi.LockInfo;
import io.lockspi.redis.node.StoredClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Says who owns a majority of the nodes, and how many wait. Confined to the loop's thread. */
final class Inspection {
    private final String name;
    private final Map<String, List<LockInfo>> byOwner = new HashMap<>();
    private int waiters;

    private Inspection(String name) {
        this.name = name;
    }

    /** Who has a majority, if anybody has. */
    static CompletionStage<Optional<LockInfo>> holder(Group group, String name) {
        return of(group, name)
                .thenApply(inspection -> inspection.byOwner.values().stream()
                        .filter(views -> views.size() >= group.majority())
                        .findFirst()
                        .map(Inspection::join));
    }

    /** The most that a node knows of. */
    static CompletionStage<OptionalInt> waiters(Group group, String name) {
        return of(group, name).thenApply(inspection -> OptionalInt.of(inspection.waiters));
    }

    private static CompletionStage<Inspection> of(Group group, String name) {
        NodeKeys keys = group.keys(name);
        return Round.ask(group, RedlockScript.INSPECT, name, List.of(keys.lock(), keys.waiters()), List.of())
                .thenApply(round -> new Inspection(name).read(group, round));
    }

    private Inspection read(Group group, Round round) {
        List<String> reasons = new ArrayList<>(round.reasons());
        int answers = 0;
        for (Node node : group.nodes()) {
            List<Object> reply = round.reply(node.index);
            if (reply != null && reply.get(0) instanceof Long) {
                reasons.set(
                        node.index, new NodeAnswer(NodeAnswer.Kind.NOT_OURS, 0, (String) reply.get(1), null).reason());
            } else if (reply != null) {
                answers++;
                reasons.set(node.index, "answered");
                add(reply);
            }
        }
        if (answers < group.majority()) {
            throw new Complaints(group).exception("inspect", name, reasons, round.isPermanent());
        }
        return this;
    }

    private void add(List<Object> reply) {
        int waiting = (int) Group.number(reply, 2);
        waiters = Math.max(waiters, waiting);
        String value = (String) reply.get(0);
        if (value.isEmpty()) {
            return;
        }
        StoredClaim claim = StoredClaim.parse(value);
        byOwner.computeIfAbsent(claim.claimId(), id -> new ArrayList<>())
                .add(new LockInfo(
                        name,
                        claim.owner().host(),
                        claim.owner().pid(),
                        claim.owner().application(),
                        claim.since(),
                        claim.fence(),
                        Duration.ofMillis(Math.max(0, Group.number(reply, 1))),
                        OptionalInt.of(waiting)));
    }

    /** The highest token, the longest time and the most waiters that a node has told. */
    private static @Nullable LockInfo join(List<LockInfo> views) {
        return views.stream()
                .reduce((one, other) -> new LockInfo(
                        one.name(),
                        one.host(),
                        one.pid(),
                        one.application(),
                        one.since(),
                        Math.max(one.fencingToken(), other.fencingToken()),
                        one.remainingLease().compareTo(other.remainingLease()) > 0
                                ? one.remainingLease()
                                : other.remainingLease(),
                        OptionalInt.of(Math.max(
                                one.waiters().orElse(0), other.waiters().orElse(0)))))
                .orElse(null);
    }
}
