package io.lockspi.spi;

import java.time.Duration;

/**
 * One attempt to own one lock, from its first request to its release.
 *
 * <p>The engine chooses {@code id} at random before the first request, so every request about this claim is idempotent:
 * a back end that sees the same id again repeats its answer and changes nothing (rule R4). Immutable.
 *
 * @param name the lock's name as the application gave it: any well-formed Unicode string of 1 to 1,024 UTF-8 bytes
 * @param id 128 random bits as 32 lower-case hexadecimal digits; never used for a second acquisition
 * @param lease how long the store keeps the claim after the last request that prolonged it; positive
 * @param tokens how many fencing tokens a grant reserves, one for each section of a local hand-over; at least 1
 */
public record Claim(String name, String id, Duration lease, int tokens) {}
