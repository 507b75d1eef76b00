package io.lockspi.lab.tickets;

import io.lockspi.LockLostException;
import io.lockspi.lab.seller.Awakening;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What followed a seller's stop inside a section. Immutable.
 *
 * @param seller the seller's number
 * @param train the train whose lock it held
 * @param token its fencing token
 * @param paused how long it was stopped
 * @param facts what it met when it went on
 */
public record PausedSeller(int seller, int train, long token, Duration paused, Awakening facts) {

    /** Whether {@code unlock()} told the seller that its lock was lost. */
    boolean unlockSaidLost() {
        return facts.unlockOutcome().equals(LockLostException.class.getSimpleName());
    }

    /** What was not as it must be, one sentence each. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (facts.heldAtFirst()) {
            complaints.add("the stopped seller " + seller + " still believed that it held the lock");
        }
        if (!facts.writeRefused()) {
            complaints.add("the stopped seller " + seller + " could still write to the stock");
        }
        if (!unlockSaidLost()) {
            complaints.add(
                    "the stopped seller's unlock() gave " + facts.unlockOutcome() + " instead of LockLostException");
        }
        return complaints;
    }
}
