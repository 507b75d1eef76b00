package io.lockspi.redlock;

import io.lockspi.LockException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what nodes are that know nothing of themselves. If all nodes, asked twice, know nothing in the same runs, there
 * was a moment at which the whole group knew nothing: it is new, and every node is marked so, for the run that was seen.
 * The mark names all runs, so that another client finishes what one has begun. Any other node that knows nothing has lost
 * its data, and gets a quarantine from its start on. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class GroupStart {
    private static final String NOBODYS_LOCK = "";

    private final Group group;
    private @Nullable CompletableFuture<Statuses> running;

    GroupStart(Group group) {
        this.group = group;
    }

    /** What is known of each node, {@code null} where there is no answer. */
    record Statuses(Round round, List<@Nullable Status> nodes) {
        boolean complete() {
            return nodes.stream().allMatch(status -> status != null);
        }

        List<Status> unmarked() {
            return known().stream().filter(Status::unmarked).toList();
        }

        List<Status> known() {
            List<Status> known = new ArrayList<>();
            for (Status status : nodes) {
                if (status != null) {
                    known.add(status);
                }
            }
            return known;
        }

        String runs() {
            return known().stream().map(Status::run).collect(Collectors.joining(","));
        }
    }

    /** One node's answer. */
    record Status(int node, String run, boolean unmarked, long quarantineMillis, String group, String policy) {}

    /** Marks what can be marked now. Calls that come meanwhile share the result. */
    CompletableFuture<Statuses> bringUp() {
        CompletableFuture<Statuses> current = running;
        if (current == null) {
            current = statuses().thenCompose(this::mark);
            running = current;
            current.whenComplete((result, error) -> running = null);
        }
        return current;
    }

    private CompletableFuture<Statuses> mark(Statuses first) {
        // A wrong URI must not begin a group that leaves servers out.
        if (first.unmarked().isEmpty() || group.identities().twins() != null) {
            return CompletableFuture.completedFuture(first);
        }
        if (first.unmarked().size() == group.size()) {
            return statuses().thenCompose(second -> {
                boolean same = second.unmarked().size() == group.size()
                        && second.runs().equals(first.runs());
                return same ? markAll(second) : CompletableFuture.completedFuture(second);
            });
        }
        List<CompletableFuture<?>> sent = new ArrayList<>();
        boolean somebodyKnows = first.unmarked().size() < first.known().size();
        for (Status status : first.unmarked()) {
            String newGroup = first.known().stream()
                    .map(Status::group)
                    .filter(runs -> List.of(runs.split(",")).contains(status.run()))
                    .findFirst()
                    .orElse("");
            if (somebodyKnows) {
                sent.add(send(status, newGroup));
            }
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).thenCompose(done -> statuses());
    }

    private CompletableFuture<Statuses> markAll(Statuses statuses) {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        statuses.known().forEach(status -> sent.add(send(status, statuses.runs())));
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).thenCompose(done -> statuses());
    }

    private CompletableFuture<?> send(Status status, String newGroup) {
        return group.nodes()
                .get(status.node())
                .ask(
                        NOBODYS_LOCK,
                        RedlockScript.MARK,
                        List.of(NodeKeys.boot(group.options().prefix())),
                        List.of(status.run(), group.options().maxLeaseMillis(), newGroup))
                .handle((reply, error) -> null)
                .toCompletableFuture();
    }

    /** What each node knows. */
    CompletableFuture<Statuses> statuses() {
        String boot = NodeKeys.boot(group.options().prefix());
        return Round.ask(
                        group,
                        RedlockScript.STATUS,
                        NOBODYS_LOCK,
                        List.of(boot, boot + ":none"),
                        List.of(group.options().maxLeaseMillis()))
                .thenApply(this::read);
    }

    private Statuses read(Round round) {
        List<@Nullable Status> nodes = new ArrayList<>();
        for (Node node : group.nodes()) {
            List<Object> reply = round.reply(node.index);
            nodes.add(
                    reply == null
                            ? null
                            : new Status(
                                    node.index,
                                    (String) reply.get(0),
                                    Group.number(reply, 1) == 1,
                                    Group.number(reply, 2),
                                    (String) reply.get(3),
                                    (String) reply.get(4)));
        }
        Statuses statuses = new Statuses(round, nodes);
        statuses.known().forEach(status -> group.identities().note(status.node(), status.run()));
        return statuses;
    }

    /** Why the group cannot serve, or {@code null} if it can. */
    @Nullable
    LockException complaint(Statuses statuses) {
        Complaints complaints = new Complaints(group);
        Identities.Twins twins = group.identities().twins();
        if (twins != null) {
            return complaints.sameServer(twins.node(), twins.twin());
        }
        List<String> reasons = new ArrayList<>(statuses.round().reasons());
        int serving = 0;
        for (Status status : statuses.known()) {
            serving += !status.unmarked() && status.quarantineMillis() == 0 ? 1 : 0;
            reasons.set(status.node(), describe(status));
        }
        return serving >= group.majority()
                ? null
                : complaints.exception("check", null, reasons, statuses.round().isPermanent());
    }

    private static String describe(Status status) {
        NodeAnswer.Kind kind = status.unmarked()
                ? NodeAnswer.Kind.UNMARKED
                : status.quarantineMillis() > 0 ? NodeAnswer.Kind.QUARANTINED : NodeAnswer.Kind.OWNED;
        return kind == NodeAnswer.Kind.OWNED
                ? "serves"
                : new NodeAnswer(kind, status.quarantineMillis(), "", null).reason();
    }
}
