package io.lockspi;

/**
 * The resource's half of fencing: remembers the highest token it has seen and refuses lower ones, so that a holder that
 * lost its lock without knowing has no effect. Equal tokens are the same holder.
 *
 * <p>A section shows its token before anything else: {@link #raise} first, then read, then write. Without that first act,
 * a write of the previous holder that is still on its way gets in between this holder's read and its first write.
 *
 * <pre>{@code
 * lock.lock();
 * try {
 *     long token = lock.fencingToken();
 *     guard.raise(token);
 *     int left = stock.read();
 *     guard.write(token, () -> stock.write(left - 1));
 * } finally {
 *     lock.unlock();
 * }
 * }</pre>
 *
 * <p>Any store that can compare and write in one step is a guard, too: {@code UPDATE orders SET state = ?, fence = ? WHERE
 * id = ? AND fence <= ?} refuses a stale holder by changing no row.
 */
public interface FencedGuard {

    /**
     * Raises the highest token seen. The first act in a section: afterwards no earlier holder's write gets in, not even
     * one that is on its way.
     *
     * @param token the section's token
     * @throws StaleTokenException if a higher token was seen before; nothing changes
     * @throws IllegalArgumentException if the token is less than 1: no lock gives such a token
     */
    void raise(long token);
}
