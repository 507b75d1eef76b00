package io.lockspi.lab.tickets;

import io.lockspi.lab.stock.Tally;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one run came to. Immutable.
 *
 * @param backend the back end's name, {@code none} without locks
 * @param plan what was asked for
 * @param tally what was sold and how
 * @param elapsed from the common start to the last seller's end
 * @param staleWritesRefused how many stale tokens the stock refused
 * @param locksLost how often a seller learned that its lock was lost
 * @param serversKilled how many servers were killed in the middle of the sale
 * @param killed what the kill showed, {@code null} if nobody was killed
 * @param paused what the stop showed, {@code null} if nobody was stopped
 */
public record RunResult(
        String backend,
        Plan plan,
        Tally tally,
        Duration elapsed,
        int staleWritesRefused,
        int locksLost,
        int serversKilled,
        @Nullable KilledSeller killed,
        @Nullable PausedSeller paused) {

    /** Whether this run sold with locks. */
    boolean hasLocks() {
        return !backend.equals(LockStore.NONE.name());
    }

    /** How long the run took, in seconds. */
    double seconds() {
        return elapsed.toNanos() / 1e9;
    }

    /** Sales per second, 0 for a run that took no time. */
    double salesPerSecond() {
        return elapsed.isZero() ? 0 : tally.sold() / seconds();
    }
}
