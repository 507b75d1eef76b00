package io.lockspi.tck.history;

import java.time.Duration;

/**
 * What is demanded of a history besides mutual exclusion and the order of the tokens that there are. Immutable.
 *
 * @param tokensRequired whether a section without a fencing token is a violation
 * @param blockSize how many tokens a claim may have, 0 if unknown
 * @param maxIdle how long the lock may lie idle while somebody waits
 * @param maxWait how long one acquire may wait
 */
public record CheckOptions(boolean tokensRequired, long blockSize, Duration maxIdle, Duration maxWait) {
    private static final Duration EVER = Duration.ofNanos(Long.MAX_VALUE);

    /** Demands nothing else. */
    public static CheckOptions standard() {
        return new CheckOptions(false, 0, EVER, EVER);
    }

    /** The same, and every section needs a token. */
    public CheckOptions requireTokens() {
        return new CheckOptions(true, blockSize, maxIdle, maxWait);
    }

    /** The same, and a claim may have so many tokens. */
    public CheckOptions blockSize(long tokens) {
        return new CheckOptions(tokensRequired, tokens, maxIdle, maxWait);
    }

    /** The same, and the lock may lie idle for so long while somebody waits. */
    public CheckOptions maxIdle(Duration limit) {
        return new CheckOptions(tokensRequired, blockSize, limit, maxWait);
    }

    /** The same, and an acquire may wait for so long. */
    public CheckOptions maxWait(Duration limit) {
        return new CheckOptions(tokensRequired, blockSize, maxIdle, limit);
    }
}
