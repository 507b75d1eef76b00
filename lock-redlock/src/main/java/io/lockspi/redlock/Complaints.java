package io.lockspi.redlock;

import io.lockspi.LockBackendException;
import io.lockspi.LockException;
import io.lockspi.LockUnavailableException;
import io.lockspi.redlock.NodeAnswer.Kind;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The words for what the nodes said when it was not a majority. Immutable. */
record Complaints(Group group) {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    Attempt unavailable(String lockName, List<NodeAnswer> answers) {
        long refusing = answers.stream().filter(NodeAnswer::permanent).count();
        boolean permanent = refusing >= group.majority();
        LockException cause = exception("acquire", lockName, reasons(answers), permanent);
        // Whatever the attempt has left behind is rolled back here, so the engine has nothing to clean up.
        return new Attempt.Unavailable(cause, Effect.NONE, permanent, pause(answers));
    }

    private static @Nullable Duration pause(List<NodeAnswer> answers) {
        return answers.stream()
                .filter(answer -> answer.kind() == Kind.QUARANTINED)
                .map(answer -> Duration.ofMillis(answer.number() + 1))
                .min(Duration::compareTo)
                .map(left -> left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE)
                .orElse(null);
    }

    private List<String> reasons(List<NodeAnswer> answers) {
        return answers.stream().map(NodeAnswer::reason).toList();
    }

    /** The exception for an answer that no majority gave; one reason for each node. */
    LockException exception(String asked, @Nullable String lockName, List<String> reasons, boolean permanent) {
        StringJoiner text = new StringJoiner("; ");
        for (Node node : group.nodes()) {
            text.add(node.where() + ": " + reasons.get(node.index));
        }
        String message = asked + (lockName == null ? "" : " of lock '" + lockName + "'") + " failed: no "
                + group.majority() + " of " + group.size() + " servers agreed; " + text;
        return permanent ? new LockBackendException(message, null) : new LockUnavailableException(message, null);
    }

    /** Two addresses of one server. */
    LockBackendException sameServer(int node, int twin) {
        return new LockBackendException(
                group.nodes().get(node).where() + " and "
                        + group.nodes().get(twin).where()
                        + " are one server, which must not have two votes; name independent servers",
                null);
    }

    LockBackendException tooLong(String asked, String lockName, Duration lease) {
        return new LockBackendException(
                asked + " of lock '" + lockName + "' refused: a lease of " + lease.toMillis()
                        + " ms could outlive the restart quarantine of "
                        + group.options().maxLease().toMillis()
                        + " ms; ask for less, or raise 'maxLease' in every client",
                null);
    }
}
