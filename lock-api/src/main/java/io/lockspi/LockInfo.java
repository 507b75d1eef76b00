package io.lockspi;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a lock, as the store tells it. For people: by the time it is read it may be out of date.
 *
 * @param name the lock's name
 * @param host the holder's machine
 * @param pid the holder's process id
 * @param application the holder's application, from its option {@code application}; may be empty
 * @param since when the holder got the lock, by the store's clock, or {@code null} if the store does not tell
 * @param fencingToken the holder's highest reserved token, 0 if the back end has none
 * @param remainingLease how long the store keeps the claim if nothing prolongs it
 * @param waiters how many clients are noted as waiting, empty if the store does not know
 */
public record LockInfo(
        String name,
        String host,
        long pid,
        String application,
        @Nullable Instant since,
        long fencingToken,
        Duration remainingLease,
        OptionalInt waiters) {}
