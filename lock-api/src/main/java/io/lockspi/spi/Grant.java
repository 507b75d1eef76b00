package io.lockspi.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the store answered when it gave the lock to a {@link Claim}. Immutable.
 *
 * @param firstToken the lowest fencing token of the reserved block; 0 if the back end has no tokens
 * @param lastToken the highest fencing token of the reserved block; 0 if the back end has no tokens
 * @param validFor how long the store will keep the claim, counted from the moment at which the request was sent; the
 *     engine takes the clocks' drift margin off
 * @param attachment whatever the back end wants to see again when this claim is renewed or released, or {@code null}
 */
public record Grant(
        long firstToken,
        long lastToken,
        Duration validFor,
        @Nullable Object attachment) {

    /**
     * A grant without an attachment.
     *
     * @param firstToken the lowest token of the block, or 0
     * @param lastToken the highest token of the block, or 0
     * @param validFor the store's promise, counted from the sending of the request
     */
    public Grant(long firstToken, long lastToken, Duration validFor) {
        this(firstToken, lastToken, validFor, null);
    }
}
