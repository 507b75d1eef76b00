package io.lockspi.internal;

/** The rule for fencing tokens. */
public final class TokenCheck {
    private TokenCheck() {}

    /**
     * Checks a token that is shown to a guard.
     *
     * @param token the token
     * @throws IllegalArgumentException if it is less than 1
     */
    public static void atLeastOne(long token) {
        if (token < 1) {
            throw new IllegalArgumentException(
                    "fencing token " + token
                            + " is less than 1, so no lock gave it: pass DistributedLock.fencingToken() or LockHandle.fencingToken()");
        }
    }
}
