package io.lockspi.spi;

import org.jspecify.annotations.Nullable;

/**
 * The wish to end a claim in whatever state it is: owner, waiter, or unknown. Idempotent. Immutable.
 *
 * @param claim the claim to end
 * @param grant the store's answer, or {@code null} if the claim was never granted as far as the client knows
 * @param topToken the highest token that the claim may have used, 0 if none; the back end raises its counter to at
 *     least this, so that no late renewal can bring the claim back
 * @param unanswered true when an acquire of this claim was sent and never answered, so that it may still arrive: the back
 *     end refuses it then, for at least a lease
 */
public record Release(Claim claim, @Nullable Grant grant, long topToken, boolean unanswered) {}
