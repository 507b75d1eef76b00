package io.lockspi.lab.tickets;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What followed a seller's death inside a section. Immutable.
 *
 * @param seller the seller's number
 * @param train the train whose lock it held
 * @param token its fencing token
 * @param gap from the kill to the next sale of that train, {@code null} if there was none in time
 * @param limit the longest gap that the lease allows
 */
public record KilledSeller(
        int seller, int train, long token, @Nullable Duration gap, Duration limit) {

    /** Whether the others went on in time. */
    boolean othersWentOn() {
        return gap != null && gap.compareTo(limit) <= 0;
    }
}
