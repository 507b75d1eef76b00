package io.lockspi.redis;

import io.lockspi.HeldClaim;
import io.lockspi.LockLostException;
import io.lockspi.LossEvent;
import io.lockspi.StaleTokenException;
import io.lockspi.redis.node.RedisTransport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The guard by one script a call. Thread-safe. */
final class ScriptedGuard implements RedisGuard {
    private static final int LOST = 0;
    private static final int STALE = -1;
    private static final int NOT_OURS = -2;

    /** How long the highest token that a resource has seen is kept after its last use. */
    private static final Duration KEEP_SEEN = Duration.ofHours(24);

    private final RedisTransport transport;
    private final String prefix;
    private final Answers answers;

    ScriptedGuard(RedisTransport transport, String prefix, Answers answers) {
        this.transport = transport;
        this.prefix = prefix;
        this.answers = answers;
    }

    @Override
    public Optional<String> get(HeldClaim claim, String resource) {
        return Optional.ofNullable((String) ask(claim, resource, "get", "", ""));
    }

    @Override
    public void set(HeldClaim claim, String resource, String value) {
        ask(claim, resource, "set", value, "");
    }

    @Override
    public boolean compareAndSet(HeldClaim claim, String resource, String expected, String value) {
        return Long.valueOf(1).equals(ask(claim, resource, "compareAndSet", value, expected));
    }

    @Override
    public boolean delete(HeldClaim claim, String resource) {
        return Long.valueOf(1).equals(ask(claim, resource, "delete", "", ""));
    }

    private @Nullable Object ask(HeldClaim claim, String resource, String operation, String value, String expected) {
        if (resource.isEmpty()) {
            throw new IllegalArgumentException("the resource of a guarded " + operation + " needs a name");
        }
        LockKeys keys = LockKeys.of(prefix, claim.lockName());
        List<Object> reply = await(
                claim,
                operation,
                List.of(keys.lock(), keys.seen(resource), keys.data(resource)),
                List.of(
                        claim.id(),
                        Long.toString(claim.fencingToken()),
                        RedisLockService.millis(KEEP_SEEN),
                        operation,
                        value,
                        expected));
        return switch ((int) Answers.number(reply, 0)) {
            case LOST -> throw lost(claim, resource, operation);
            case STALE ->
                throw new StaleTokenException(
                        keys.data(resource), claim.fencingToken(), Long.parseLong((String) reply.get(1)));
            case NOT_OURS -> throw answers.notOurs("guarded " + operation, claim.lockName(), reply);
            default -> reply.get(1);
        };
    }

    private List<Object> await(HeldClaim claim, String operation, List<String> keys, List<String> args) {
        try {
            return transport
                    .eval(claim.lockName(), Script.GUARD, keys, args)
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw answers.exception("guarded " + operation, claim.lockName(), e);
        }
    }

    private static LockLostException lost(HeldClaim claim, String resource, String operation) {
        return new LockLostException(
                "guarded " + operation + " of '" + resource + "' refused: the claim with token " + claim.fencingToken()
                        + " does not own lock '" + claim.lockName()
                        + "' any more; acquire the lock again and start over",
                new LossEvent(claim.lockName(), claim.fencingToken(), LossEvent.Cause.REVOKED));
    }
}
