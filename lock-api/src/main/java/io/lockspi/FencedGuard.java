package io.lockspi;

/**
 * The resource's half of fencing: remembers the highest token it has seen and refuses lower ones, so that a holder that
 * lost its lock without knowing has no effect.
 */
public interface FencedGuard {

    /**
     * Raises the highest token seen. The first act in a section: afterwards no earlier holder's write gets in, not even
     * one that is on its way.
     *
     * @param token the section's token
     * @throws StaleTokenException if a higher token was seen before; nothing changes
     */
    void raise(long token);
}
