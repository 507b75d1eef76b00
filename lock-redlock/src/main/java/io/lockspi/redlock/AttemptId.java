package io.lockspi.redlock;

import io.lockspi.spi.Claim;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who owns a node: one attempt of a claim. A claim that is polled keeps its id, but what one attempt has left behind may be
 * rolled back late, and must not free the next attempt. Immutable.
 *
 * @param claimId the claim's id, 32 hexadecimal digits
 * @param attempt eight more
 */
record AttemptId(String claimId, String attempt) {

    static AttemptId next(Claim claim) {
        return new AttemptId(
                claim.id(),
                HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
    }

    String text() {
        return claimId + attempt;
    }
}
