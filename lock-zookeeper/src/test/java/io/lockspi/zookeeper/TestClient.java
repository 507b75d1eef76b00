package io.lockspi.zookeeper;

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
    static final OwnerLabel OWNER = new OwnerLabel("host:1", 4711, "büro {1}");

    final LockServiceSpi spi;
    final RecordedEvents events = new RecordedEvents();
    private final RealTime time = new RealTime();

    TestClient(LockConfig config) {
        this(config, REQUEST_TIMEOUT);
    }

    TestClient(LockConfig config, Duration requestTimeout) {
        spi = ZooKeeperLockService.open(new SpiContext(config, time, OWNER, requestTimeout));
        spi.onEvents(events);
    }

    TestClient(String uri) {
        this(LockConfig.of(uri));
    }

    /** A client of the shared server, with a session of 4 seconds. */
    static TestClient shared() {
        return new TestClient(SharedEnsemble.uri("sessionTimeout=4s&tick=200ms"));
    }

    static Claim claim(String name) {
        return claim(name, 1);
    }

    static Claim claim(String name, int tokens) {
        String id = UUID.randomUUID().toString().replace("-", "");
        return new Claim(name, id, LEASE, tokens);
    }

    Attempt tryAcquire(Claim claim) {
        return await(spi.tryAcquire(claim, false));
    }

    Attempt waitFor(Claim claim) {
        return await(spi.tryAcquire(claim, true));
    }

    /** A waiter in the queue of a lock that is held. */
    Claim enqueue(String name) {
        Claim claim = claim(name);
        assertThat(waitFor(claim)).isInstanceOf(Attempt.Held.class);
        return claim;
    }

    Grant acquire(Claim claim) {
        return granted(tryAcquire(claim));
    }

    static Grant granted(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Granted.class);
        return ((Attempt.Granted) attempt).grant();
    }

    static Attempt.Unavailable unavailable(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Unavailable.class);
        return (Attempt.Unavailable) attempt;
    }

    boolean release(Claim claim) {
        return await(spi.release(new Release(claim, null, 0, false)));
    }

    Renewal.Result renew(Claim claim, Grant grant) {
        return await(spi.renew(List.of(new Renewal(claim, grant, LEASE)))).get(0);
    }

    Optional<LockInfo> inspect(String name) {
        return await(spi.inspect(name));
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
