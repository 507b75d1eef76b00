package io.lockspi.redis;

import io.lockspi.redis.node.RedisTransport;
import io.lockspi.redis.node.Reply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The client's part of {@code failover=safe}: a master with a new epoch serves nothing until a majority has that epoch. Whoever
 * asks it first waits for the replicas, tells it so, which begins its quarantine, and asks again. Thread-safe.
 */
final class EpochGate {
    private static final int PENDING = -5;

    private final RedisTransport transport;
    private final String bootKey;
    private final @Nullable Quarantine quarantine;

    EpochGate(RedisTransport transport, String bootKey, @Nullable Quarantine quarantine) {
        this.transport = transport;
        this.bootKey = bootKey;
        this.quarantine = quarantine;
    }

    /** As {@link RedisTransport#evalConfirmed}; a second pending answer is passed on. */
    CompletionStage<Reply> eval(String lockName, Script script, List<String> keys, List<String> args) {
        Quarantine asked = quarantine;
        if (asked == null) {
            return transport.evalConfirmed(lockName, script, keys, args);
        }
        return transport.evalConfirmed(lockName, script, keys, args).thenCompose(reply -> {
            if (!isPending(reply) || reply.shortage() != null) {
                return CompletableFuture.completedFuture(reply);
            }
            List<String> begin = List.of(asked.millis(), asked.failoverFlag(), (String)
                    reply.values().get(1));
            return transport
                    .eval(lockName, Script.BOOTSTRAP, List.of(bootKey), begin)
                    .thenCompose(begun -> transport.evalConfirmed(lockName, script, keys, args));
        });
    }

    /** The longest lease of any claim, for a script that asks for nothing else; empty without {@code failover=safe}. */
    String maxLease() {
        Quarantine asked = quarantine;
        return asked != null && asked.failover() ? asked.millis() : "";
    }

    /** Where a server keeps its epoch. */
    String bootKey() {
        return bootKey;
    }

    /** Whether the answer is that a majority must have the master's epoch first. */
    static boolean isPending(Reply reply) {
        return reply.values().get(0) instanceof Long status && status == PENDING;
    }
}
