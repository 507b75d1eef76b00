package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What locks cost at the server, counted there. A long session keeps the client's own pings out of the counts. */
@SuppressWarnings("LockNotBeforeTry")
class CostTest {
    private static final int CYCLES = 100;

    private static ZooKeeperEnsemble ensemble;
    private static ZooKeeperServer server;

    @BeforeAll
    static void start() {
        ensemble = ZooKeeperEnsemble.builder().tick(Duration.ofSeconds(3)).start();
        server = ensemble.leader();
    }

    @AfterAll
    static void stop() {
        ensemble.close();
    }

    private static TestClient client() {
        return new TestClient(ensemble.uri() + "?sessionTimeout=60s&tick=3s");
    }

    @Test
    void anUncontendedCycleIsTwoWrites() {
        try (LockService service = LockService.open(ensemble.uri() + "?sessionTimeout=60s&tick=3s")) {
            DistributedLock lock = service.getLock("cheap");
            // The first ones learn that nobody else uses the lock.
            cycles(lock, 3);
            Counts before = Counts.now();
            cycles(lock, CYCLES);
            Counts spent = Counts.now().minus(before);
            assertThat(spent.writes()).isEqualTo(2 * CYCLES);
            assertThat(spent.reads()).isZero();
        }
    }

    @Test
    void aCycleAfterOneOfAnotherClientIsTwoWritesAndOneRead() {
        try (LockService service = LockService.open(ensemble.uri() + "?sessionTimeout=60s&tick=3s");
                LockService other = LockService.open(ensemble.uri() + "?sessionTimeout=60s&tick=3s")) {
            DistributedLock lock = service.getLock("shared");
            DistributedLock same = other.getLock("shared");
            cycles(lock, 1);
            cycles(same, 1);
            Counts before = Counts.now();
            for (int i = 0; i < CYCLES; i++) {
                cycles(lock, 1);
                cycles(same, 1);
            }
            Counts spent = Counts.now().minus(before);
            assertThat(spent.writes()).isEqualTo(2 * 2 * CYCLES);
            assertThat(spent.reads()).isEqualTo(2 * CYCLES);
        }
    }

    private static void cycles(DistributedLock lock, int count) {
        for (int i = 0; i < count; i++) {
            lock.lock();
            lock.unlock();
        }
    }

    @Test
    void eachWaiterHasOneWatchOnTheClaimBeforeIt() {
        try (TestClient holder = client();
                TestClient other = client()) {
            Claim held = TestClient.claim("watched");
            holder.acquire(held);
            List<Claim> waiters = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                waiters.add(other.enqueue("watched"));
            }
            assertThat(server.count("zk_watch_count")).isEqualTo(5);
            // Asking again sets no second one.
            waiters.forEach(other::waitFor);
            assertThat(server.count("zk_watch_count")).isEqualTo(5);
            other.events.clear();
            holder.release(held);
            other.events.awaitNext("watched");
            other.events.expectNone(Duration.ofMillis(100));
            assertThat(server.count("zk_watch_count")).isEqualTo(4);
        }
    }

    @Test
    void aHundredGivenUpWaitsLeaveOneWatch() {
        try (TestClient holder = client();
                TestClient other = client()) {
            holder.acquire(TestClient.claim("polled"));
            for (int i = 0; i < 100; i++) {
                other.release(other.enqueue("polled"));
            }
            assertThat(server.count("zk_watch_count")).isEqualTo(1);
        }
    }

    /** Writes are what got a transaction number; reads are all other requests but pings, by the server's timers. */
    private record Counts(long writes, long reads) {
        static Counts now() {
            Map<String, String> values = server.monitor();
            return new Counts((long) Double.parseDouble(values.getOrDefault("zk_cnt_updatelatency", "-1")), (long)
                    Double.parseDouble(values.getOrDefault("zk_cnt_readlatency", "-1")));
        }

        Counts minus(Counts before) {
            return new Counts(writes - before.writes, reads - before.reads);
        }
    }
}
