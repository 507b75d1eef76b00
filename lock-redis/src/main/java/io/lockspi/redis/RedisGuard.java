package io.lockspi.redis;

import io.lockspi.HeldClaim;
import java.util.Optional;

/**
 * Data that only the holder of a lock can touch, kept in the lock's own Redis: each call checks in one script that the
 * claim owns the lock and that its token is not below the highest that the resource has seen, raises that, and only then
 * reads or writes. So a holder that lost its lock without knowing has no effect, without any assumption about clocks, as
 * long as the server keeps its data.
 *
 * <p>Obtained by {@code service.unwrap(RedisGuard.class)}. The data is under {@code prefix:{name}:data:resource} and has
 * no expiry. Calls wait for the server's answer, at most the request timeout and the connect timeout. Thread-safe.
 *
 * <p>All methods throw {@link io.lockspi.LockLostException} if the claim does not own the lock,
 * {@link io.lockspi.StaleTokenException} if a higher token was seen, {@link io.lockspi.LockBackendException} if a key
 * holds something else, and {@link io.lockspi.LockUnavailableException} if there was no answer, in which case a write may
 * have been done. Source: guarded writes are Jepsen's and Kleppmann's remedy for leases, here with both checks at once.
 */
public interface RedisGuard {

    /**
     * Reads.
     *
     * @param claim the proof, from a lock that is held
     * @param resource the data's name within the lock; any non-empty text
     * @return empty if nothing was written yet
     */
    Optional<String> get(HeldClaim claim, String resource);

    /**
     * Writes.
     *
     * @param claim the proof, from a lock that is held
     * @param resource the data's name within the lock; any non-empty text
     * @param value the new value
     */
    void set(HeldClaim claim, String resource, String value);

    /**
     * Writes if the data is what the caller believes. Helps to send again after a missing answer.
     *
     * @param claim the proof, from a lock that is held
     * @param resource the data's name within the lock; any non-empty text
     * @param expected the value that must be there
     * @param value the new value
     * @return false if another value was there, or none
     */
    boolean compareAndSet(HeldClaim claim, String resource, String expected, String value);

    /**
     * Removes.
     *
     * @param claim the proof, from a lock that is held
     * @param resource the data's name within the lock; any non-empty text
     * @return false if there was nothing
     */
    boolean delete(HeldClaim claim, String resource);
}
