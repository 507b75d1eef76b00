package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.OwnerLabel;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** One client of the back end, asked the way the engine asks, and waited for. */
final class TestClient implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(10);
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    /** For tests that wait for it. */
    static final Duration SHORT_TIMEOUT = Duration.ofMillis(500);

    static final OwnerLabel OWNER = new OwnerLabel("host:1", 4711, "büro {1}");

    final LockServiceSpi spi;
    final RecordedEvents events = new RecordedEvents();
    private final RealTime time = new RealTime();
    private boolean subscribed;

    TestClient(LockConfig config) {
        this(config, REQUEST_TIMEOUT);
    }

    TestClient(LockConfig config, Duration requestTimeout) {
        spi = RedisLockService.open(new SpiContext(config, time, OWNER, requestTimeout));
        spi.onEvents(events);
    }

    static TestClient to(String host, int port) {
        return new TestClient(RedisLocks.at(host, port).config());
    }

    static Claim claim(String name) {
        return claim(name, 1);
    }

    static Claim claim(String name, int tokens) {
        String id = UUID.randomUUID().toString().replace("-", "");
        return new Claim(name, id, LEASE, tokens);
    }

    static Claim withLease(Claim claim, Duration lease) {
        return new Claim(claim.name(), claim.id(), lease, claim.tokens());
    }

    Attempt tryAcquire(Claim claim) {
        return await(spi.tryAcquire(claim, false));
    }

    Attempt waitFor(Claim claim) {
        return await(spi.tryAcquire(claim, true));
    }

    /** A waiter in the queue of a lock that is held; the client's mailbox is subscribed. */
    Claim enqueue(String name) {
        return enqueue(claim(name));
    }

    Claim enqueue(Claim claim) {
        assertThat(waitFor(claim)).isInstanceOf(Attempt.Held.class);
        if (!subscribed) {
            events.awaitNext(RecordedEvents.MISSED);
            subscribed = true;
        }
        return claim;
    }

    Grant acquire(Claim claim) {
        Attempt attempt = tryAcquire(claim);
        assertThat(attempt).isInstanceOf(Attempt.Granted.class);
        return ((Attempt.Granted) attempt).grant();
    }

    boolean release(Claim claim) {
        return await(spi.release(new Release(claim, null, 0, false)));
    }

    boolean releaseUnanswered(Claim claim) {
        return await(spi.release(new Release(claim, null, 0, true)));
    }

    Renewal.Result renew(Claim claim, Duration lease) {
        return renew(claim, new Grant(1, 1, lease), lease);
    }

    Renewal.Result renew(Claim claim, Grant grant, Duration lease) {
        return await(spi.renew(List.of(new Renewal(claim, grant, lease)))).get(0);
    }

    Optional<LockInfo> inspect(String name) {
        return await(spi.inspect(name));
    }

    RedisGuard guard() {
        return spi.unwrap(RedisGuard.class).orElseThrow();
    }

    static <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        return future.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        spi.close();
        time.close();
    }
}
