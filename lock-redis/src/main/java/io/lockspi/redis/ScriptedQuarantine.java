package io.lockspi.redis;

import io.lockspi.redis.node.RedisTransport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Asks and changes what a server knows of its restarts. Thread-safe. */
final class ScriptedQuarantine implements RedisQuarantine {
    private final RedisTransport transport;
    private final Answers answers;
    private final String bootKey;
    private final Quarantine quarantine;

    ScriptedQuarantine(RedisTransport transport, Answers answers, String bootKey, Quarantine quarantine) {
        this.transport = transport;
        this.answers = answers;
        this.bootKey = bootKey;
        this.quarantine = quarantine;
    }

    @Override
    public Duration remaining() {
        return ask("inspect of the restart quarantine", "0");
    }

    @Override
    public void bootstrap() {
        ask("bootstrap", "1");
    }

    private Duration ask(String asked, String vouch) {
        try {
            List<Object> reply = transport
                    .eval(bootKey, Script.BOOTSTRAP, List.of(bootKey), List.of(quarantine.millis(), vouch))
                    .toCompletableFuture()
                    .join();
            return Duration.ofMillis(Answers.number(reply, 0));
        } catch (CompletionException e) {
            throw answers.exception(asked, null, e);
        }
    }
}
