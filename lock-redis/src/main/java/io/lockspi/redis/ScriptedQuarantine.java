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
        return ask("inspect of the quarantine", "ask");
    }

    @Override
    public void bootstrap() {
        ask("bootstrap", "vouch");
    }

    private Duration ask(String asked, String what) {
        try {
            List<Object> reply = transport
                    .eval(
                            bootKey,
                            Script.BOOTSTRAP,
                            List.of(bootKey),
                            List.of(quarantine.millis(), quarantine.failoverFlag(), what))
                    .toCompletableFuture()
                    .join();
            long millis = Answers.number(reply, 0);
            return millis < 0 ? quarantine.maxLease() : Duration.ofMillis(millis);
        } catch (CompletionException e) {
            throw answers.exception(asked, null, e);
        }
    }
}
