package io.lockspi.redis;

import io.lockspi.LockException;
import io.lockspi.servers.RedisProbe;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real client whose requests meet their fate in a proxy. */
final class WireClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FaultProxy proxy;
    private final TestClient client;
    private final RedisProbe probe;

    /**
     * One request and what the client heard of it.
     *
     * @param answer as the model names it, "none" if there was none
     * @param hook what holds the request, if it is held
     */
    record Exchange(String answer, Hook hook) {}

    WireClient(RedisServer server, RedisProbe probe) {
        this.proxy = FaultProxy.to(server.host(), server.port(), Framing.RESP);
        this.client = TestClient.to(proxy.host(), proxy.port());
        this.probe = probe;
    }

    Exchange exchange(WireFate fate, Script script, Claim claim, boolean waits, boolean unanswered) {
        Match match = Match.request().containing(script.sha()).containing(claim.id());
        Hook hook =
                switch (fate) {
                    case NORMAL -> proxy.before(match, message -> {});
                    case TWICE -> proxy.duplicate(match);
                    case ANSWER_LOST -> proxy.loseAnswer(match, Cut.RST);
                    case LOST -> proxy.drop(match);
                    case LATE -> proxy.hold(match);
                };
        CompletableFuture<String> answer = ask(script, claim, waits, unanswered);
        if (fate == WireFate.LOST || fate == WireFate.LATE) {
            proxy.cut(fired(hook).connection(), Cut.RST);
        }
        return new Exchange(
                answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join(), hook);
    }

    private CompletableFuture<String> ask(Script script, Claim claim, boolean waits, boolean unanswered) {
        return switch (script) {
            case ACQUIRE ->
                client.spi
                        .tryAcquire(claim, waits)
                        .thenApply(ConformanceWalk::named)
                        .toCompletableFuture();
            case RENEW -> {
                Grant grant = new Grant(1, 1, claim.lease());
                yield client.spi
                        .renew(List.of(new Renewal(claim, grant, claim.lease())))
                        .thenApply(results -> named(results.get(0)))
                        .toCompletableFuture();
            }
            default ->
                client.spi
                        .release(new Release(claim, null, 0, unanswered))
                        .handle((mine, failure) -> {
                            if (failure != null && !(unwrap(failure) instanceof LockException)) {
                                throw new IllegalStateException(failure);
                            }
                            return failure == null ? String.valueOf(mine) : "none";
                        })
                        .toCompletableFuture();
        };
    }

    private static String named(Renewal.Result result) {
        return result instanceof Renewal.Unknown ? "none" : String.valueOf(result instanceof Renewal.Extended);
    }

    private static io.lockspi.tck.fault.Message fired(Hook hook) {
        try {
            return hook.awaitFired(PATIENCE);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException("the request did not come by", e);
        }
    }

    /** Lets a held request go, and returns when the server has run it. */
    void letGo(Hook hook) {
        long before = proxy.finished(Direction.REQUESTS);
        hook.release();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (proxy.finished(Direction.REQUESTS) == before) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("the held request was not written");
            }
            Thread.onSpinWait();
        }
        // What was readable before a round trip began has been run before the next one ends.
        probe.command("PING");
        probe.command("PING");
    }

    @Override
    public void close() {
        client.close();
        proxy.close();
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
