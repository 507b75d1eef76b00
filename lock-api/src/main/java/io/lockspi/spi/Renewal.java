package io.lockspi.spi;

import java.time.Duration;

/**
 * The wish to keep a granted claim for another lease. Immutable.
 *
 * @param claim the claim as it was granted
 * @param grant the store's answer to it
 * @param lease how long the store shall keep the claim, counted from now; a back end never shortens what it has promised
 */
public record Renewal(Claim claim, Grant grant, Duration lease) {

    /** What the store said to one renewal. */
    public sealed interface Result {}

    /**
     * The claim is kept.
     *
     * @param validFor the new promise, counted from the sending of the renewal
     */
    public record Extended(Duration validFor) implements Result {}

    /** The store answered, and the claim is not the owner any more. Final. */
    public record NotMine() implements Result {}

    /**
     * No usable answer. The old promise still counts.
     *
     * @param cause what went wrong
     */
    public record Unknown(Throwable cause) implements Result {}
}
