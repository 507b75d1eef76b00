package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockException;
import io.lockspi.LockService;
import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Four services take turns while servers are killed and restarted, with and without their data. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class TokensTest {
    private static final boolean SOAK = Boolean.getBoolean("lockspi.soak");
    private static final int ACQUISITIONS = SOAK ? 100_000 : 2_000;
    private static final int SERVICES = 4;
    private static final String OPTIONS = "?lease=1s&maxLease=1s&nodeTimeout=200ms&requestTimeout=2s";

    private final AtomicLong done = new AtomicLong();
    private final AtomicLong highest = new AtomicLong();
    private final AtomicLong inside = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    @Test
    void tokensRiseOverRestarts() throws Exception {
        List<LockService> services = new ArrayList<>();
        long seed = System.nanoTime();
        try (RedisGroup group = RedisGroup.start(5, builder -> builder.persistence(Persistence.AOF))) {
            for (int i = 0; i < SERVICES; i++) {
                services.add(Five.warm(LockService.open("redlock://" + group.hosts() + OPTIONS)));
            }
            List<CompletableFuture<Void>> workers = new ArrayList<>();
            services.forEach(service -> workers.add(CompletableFuture.runAsync(() -> takeTurns(service), run -> {
                Thread thread = new Thread(run);
                thread.setDaemon(true);
                thread.start();
            })));
            int restarts = disturb(group, new Random(seed));
            for (CompletableFuture<Void> worker : workers) {
                worker.get(30, TimeUnit.SECONDS);
            }
            report(services, restarts, seed);
            assertThat(restarts).isGreaterThan(2);
        } finally {
            services.forEach(LockService::close);
        }
    }

    private void takeTurns(LockService service) {
        DistributedLock lock = service.getLock("tokens");
        while (done.get() < ACQUISITIONS) {
            lock.lock();
            long token = lock.fencingToken();
            long others = inside.incrementAndGet();
            long before = highest.getAndSet(token);
            boolean held = lock.isHeldByCurrentThread();
            inside.decrementAndGet();
            if (held) {
                assertThat(others).as("in the section").isEqualTo(1);
                assertThat(token).isGreaterThan(before);
            } else {
                lost.incrementAndGet();
            }
            done.incrementAndGet();
            try {
                lock.unlock();
            } catch (LockException | IllegalMonitorStateException slow) {
                lost.incrementAndGet();
            }
        }
    }

    /** One server at a time is down, or recovers; the next one follows when it votes again. */
    private int disturb(RedisGroup group, Random random) {
        int restarts = 0;
        while (done.get() < ACQUISITIONS) {
            RedisServer server = group.get(random.nextInt(5));
            server.kill();
            long mark = done.get() + 20;
            Until.holds("the others go on", () -> done.get() >= Math.min(mark, ACQUISITIONS));
            if (random.nextBoolean()) {
                server.restart();
            } else {
                server.restartEmpty();
            }
            restarts++;
            Until.holds("the server votes again", () -> done.get() >= ACQUISITIONS || counts(server));
        }
        return restarts;
    }

    private static boolean counts(RedisServer server) {
        String info = String.valueOf(server.command("INFO", "server"));
        String run = info.replaceAll("(?s).*run_id:(\\w+).*", "$1");
        return String.valueOf(server.command("GET", Five.key("tokens", "fence")))
                .contains(":" + run + ":");
    }

    private void report(List<LockService> services, int restarts, long seed) {
        long grants = 0;
        long one = 0;
        long splits = 0;
        long copies = 0;
        for (LockService service : services) {
            RedlockStatistics counts = Five.statistics(service);
            grants += counts.grants();
            one += counts.oneRoundTripGrants();
            splits += counts.splitVotes();
            copies += counts.counterCopies();
        }
        System.out.printf(
                "tokens: %d acquisitions by %d services, %d restarts (seed %d), %d grants, %.1f %% in one round trip,"
                        + " %d split votes, %d counters copied, %d not held to the end%n",
                done.get(), SERVICES, restarts, seed, grants, 100.0 * one / grants, splits, copies, lost.get());
    }
}
