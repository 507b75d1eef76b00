package io.lockspi.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a claim's node, {@code CLAIM-SEQUENCE}, read. Immutable.
 *
 * @param node the whole name
 * @param claimId the claim's id
 * @param sequence the number that the server added: a counter of 32 bits that becomes negative after 2^31
 */
record QueueEntry(String node, String claimId, int sequence) {
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{32})-(-?\\d{10})");

    /** Reads a name; {@code null} if no lock made such a node. */
    static @Nullable QueueEntry parse(String node) {
        Matcher matcher = NAME.matcher(node);
        return matcher.matches()
                ? new QueueEntry(node, matcher.group(1), (int) Long.parseLong(matcher.group(2)))
                : null;
    }

    /** All claims among the children of a lock, in the order of their arrival. */
    static List<QueueEntry> queue(List<String> children) {
        List<QueueEntry> queue = new ArrayList<>(children.size());
        for (String child : children) {
            QueueEntry entry = parse(child);
            if (entry != null) {
                queue.add(entry);
            }
        }
        queue.sort((one, other) -> one.sequence == other.sequence ? 0 : one.isBefore(other) ? -1 : 1);
        return queue;
    }

    /** Whether this claim came first. Right as long as the queue spans less than 2^31 numbers, also where they wrap. */
    boolean isBefore(QueueEntry other) {
        return sequence - other.sequence < 0;
    }
}
