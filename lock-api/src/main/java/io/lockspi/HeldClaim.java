package io.lockspi;

/**
 * Proof of a claim, to show to a resource that lives in the lock's own store. Immutable; it stays what it is after the
 * claim is over, and the store then refuses it.
 *
 * @param lockName the lock's name
 * @param id the claim's id in the store
 * @param fencingToken the token of this section, 0 if the back end has none
 */
public record HeldClaim(String lockName, String id, long fencingToken) {}
