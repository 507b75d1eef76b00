package io.lockspi;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Who leads, as the store tells it. For people: by the time it is read it may be out of date.
 *
 * @param election the election's name
 * @param host the leader's machine
 * @param pid the leader's process id
 * @param application the leader's application, from its option {@code application}; may be empty
 * @param since when its term began, by the store's clock, or {@code null} if the store does not tell
 * @param term the number of its term, 0 if the back end has no fencing tokens
 * @param remaining how long the store keeps the leader if nothing prolongs its term
 * @param waiting how many services are noted as having candidates that wait, empty if the store does not know
 */
public record LeaderInfo(
        String election,
        String host,
        long pid,
        String application,
        @Nullable Instant since,
        long term,
        Duration remaining,
        OptionalInt waiting) {}
