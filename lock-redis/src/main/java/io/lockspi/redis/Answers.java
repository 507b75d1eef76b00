package io.lockspi.redis;

import io.lockspi.LockBackendException;
import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.redis.node.Reply;
import io.lockspi.redis.node.RequestFailure;
import io.lockspi.redis.node.StoredClaim;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Turns what scripts and transport answer into what the engine understands. Immutable.
 *
 * @param where the server, for messages
 */
record Answers(String where) {
    private static final int GRANTED = 1;
    private static final int HELD = 0;
    private static final int REFUSED = -1;
    private static final int NOT_OURS = -2;
    private static final int QUARANTINED = -4;
    private static final int PENDING = -5;
    private static final int TOO_MANY = -6;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** The answer of the acquire script. */
    Attempt attempt(Claim claim, List<Object> reply) {
        long first = number(reply, 0);
        if (first > GRANTED) {
            return granted(claim, first, Math.max(1, claim.lease().toMillis()), reply);
        }
        int status = (int) first;
        return switch (status) {
            case GRANTED -> granted(claim, number(reply, 1), number(reply, 2), reply);
            case HELD -> new Attempt.Held(retryAfter(number(reply, 1)));
            case REFUSED -> new Attempt.Held(null);
            case QUARANTINED -> quarantined(claim, Duration.ofMillis(number(reply, 1)));
            case PENDING -> new Attempt.Unavailable(pending("acquire", claim.name()), Effect.NONE, false, null);
            case TOO_MANY -> broken(tooManyReplicas(claim, number(reply, 1)));
            default -> broken(status == NOT_OURS ? notOurs("acquire", claim.name(), reply) : exhausted(claim, reply));
        };
    }

    /** The answer of the acquire script, and what the replicas say to it: a grant that too few have is none. */
    Attempt attempt(Claim claim, Reply reply) {
        Attempt attempt = attempt(claim, reply.values());
        RequestFailure shortage = reply.shortage();
        return shortage != null && attempt instanceof Attempt.Granted ? unavailable(claim, shortage) : attempt;
    }

    private static Attempt granted(Claim claim, long fence, long ttlMillis, List<Object> reply) {
        Confirmation confirmation = reply.size() > 3 ? new Confirmation((String) reply.get(3)) : null;
        return new Attempt.Granted(
                new Grant(fence - claim.tokens() + 1, fence, Duration.ofMillis(ttlMillis), confirmation));
    }

    private static @Nullable Duration retryAfter(long ttlMillis) {
        return ttlMillis < 0 ? null : Duration.ofMillis(ttlMillis + 1);
    }

    private Attempt quarantined(Claim claim, Duration left) {
        String message = "acquire" + subject(claim.name()) + " on " + where + " refused for another " + left.toMillis()
                + " ms: the server has restarted or become master, and claims that it does not know may still be held;"
                + " wait, or, if it is a new server, call RedisQuarantine.bootstrap()";
        return new Attempt.Unavailable(new LockUnavailableException(message, null), Effect.NONE, false, shorter(left));
    }

    /** The answer of a master whose epoch is new, as long as no majority has it. */
    LockUnavailableException pending(String asked, String lockName) {
        return new LockUnavailableException(
                asked + subject(lockName) + " on " + where
                        + " refused: the server has become master, or has restarted, and"
                        + " too few replicas have confirmed that they know; it serves once they have",
                null);
    }

    private LockBackendException tooManyReplicas(Claim claim, long replicas) {
        return new LockBackendException(
                "acquire" + subject(claim.name()) + " on " + where + " refused: the master has " + replicas
                        + " replicas, and 'failover=safe' is for two; remove the others, or use 'replicas=majority'",
                null);
    }

    /** Somebody may vouch for the server meanwhile. */
    private static Duration shorter(Duration left) {
        return left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE;
    }

    /** The answer to a claim that could outlive the quarantine. */
    LockBackendException tooLong(String asked, String lockName, Duration lease, Duration maxLease) {
        return new LockBackendException(
                asked + subject(lockName) + " on " + where + " refused: a lease of " + lease.toMillis()
                        + " ms could outlive the quarantine of " + maxLease.toMillis()
                        + " ms; ask for less, or raise 'maxLease' in every client",
                null);
    }

    static Attempt broken(LockBackendException cause) {
        return new Attempt.Unavailable(cause, Effect.NONE, true, null);
    }

    LockBackendException notOurs(String asked, @Nullable String lockName, List<Object> reply) {
        return new LockBackendException(
                asked + subject(lockName) + " on " + where + " failed: the key '" + reply.get(1)
                        + "' holds something that this library did not write; remove the key or use another prefix",
                null);
    }

    private LockBackendException exhausted(Claim claim, List<Object> reply) {
        return new LockBackendException(
                "acquire" + subject(claim.name()) + " on " + where + " failed: the counter in key '" + reply.get(1)
                        + "' has reached 2^53, the largest token; delete the key to begin again at the server's time",
                null);
    }

    /** The answer when there was none. */
    Attempt unavailable(Claim claim, Throwable error) {
        RequestFailure failure = RequestFailure.known(error);
        return new Attempt.Unavailable(
                exception("acquire", claim.name(), failure), failure.effect(), failure.permanent(), null);
    }

    /** The exception for a request without a usable answer. */
    LockException exception(String asked, @Nullable String lockName, Throwable error) {
        RequestFailure failure = RequestFailure.known(error);
        String message = asked + subject(lockName) + " on " + where + " failed: " + failure.getMessage();
        return failure.permanent()
                ? new LockBackendException(message, failure.getCause())
                : new LockUnavailableException(message, failure.getCause());
    }

    private static String subject(@Nullable String lockName) {
        return lockName == null ? "" : " of lock '" + lockName + "'";
    }

    /** The answer of the inspect script. */
    Optional<LockInfo> info(String name, List<Object> reply) {
        if (reply.isEmpty()) {
            return Optional.empty();
        }
        if (reply.get(0) instanceof Long) {
            throw notOurs("inspect", name, reply);
        }
        StoredClaim claim = StoredClaim.parse((String) reply.get(0));
        return Optional.of(new LockInfo(
                name,
                claim.owner().host(),
                claim.owner().pid(),
                claim.owner().application(),
                claim.since(),
                claim.fence(),
                Duration.ofMillis(Math.max(0, number(reply, 1))),
                OptionalInt.of((int) number(reply, 2))));
    }

    static long number(List<Object> reply, int index) {
        return (Long) reply.get(index);
    }
}
