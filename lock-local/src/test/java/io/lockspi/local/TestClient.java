package io.lockspi.local;

import io.lockspi.LockConfig;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.OwnerLabel;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One service of the local back end, asked directly, with the events it got. */
final class TestClient implements SpiEvents, AutoCloseable {
    private static final AtomicInteger CLAIMS = new AtomicInteger();

    final LocalLockService service;
    final List<String> events = Collections.synchronizedList(new ArrayList<>());

    TestClient(LockConfig config, ManualTime time) {
        service = new LocalLockService(
                new SpiContext(config, time, new OwnerLabel("host", 7, "shop"), Duration.ofSeconds(3)));
        service.onEvents(this);
    }

    static Claim claim(String name, Duration lease, int tokens) {
        return new Claim(name, String.format("%032x", CLAIMS.incrementAndGet()), lease, tokens);
    }

    static Claim claim(String name) {
        return claim(name, Duration.ofSeconds(30), 1);
    }

    Attempt ask(Claim claim, boolean wait) {
        return service.tryAcquire(claim, wait).toCompletableFuture().join();
    }

    Grant acquire(Claim claim) {
        Attempt attempt = ask(claim, true);
        if (attempt instanceof Attempt.Granted granted) {
            return granted.grant();
        }
        throw new AssertionError("not granted: " + attempt);
    }

    boolean release(Claim claim) {
        return release(new Release(claim, null, 0, false));
    }

    boolean release(Release release) {
        return service.release(release).toCompletableFuture().join();
    }

    Renewal.Result renew(Claim claim, Grant grant, Duration lease) {
        return service.renew(List.of(new Renewal(claim, grant, lease)))
                .toCompletableFuture()
                .join()
                .get(0);
    }

    @Override
    public void mayBeFree(String name) {
        events.add("free " + name);
    }

    @Override
    public void mayHaveMissedEvents() {
        events.add("missed");
    }

    @Override
    public void lost(Claim claim) {
        events.add("lost " + claim.name() + " " + claim.id());
    }

    @Override
    public void close() {
        service.close();
    }
}
