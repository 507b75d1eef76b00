package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockService;
import io.lockspi.tck.toy.ToyServer;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import io.lockspi.tck.toy.ToyText;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The three ends of the election by INCR and EXPIRE, step by step. Ours survives each: it is what the rules E33, E31 and E35
 * do, which our back ends pass and this algorithm fails.
 */
class IncrExpireElectionTest {
    private static final Duration TERM = Duration.ofSeconds(20);
    private static final int FOR_EVER = 1_000;

    private final Store store = new Store();
    private final ToyServer server = new ToyServer(store, true);
    private final LockService service = LockService.open(server.uri());
    private final IncrExpireElection first = election();
    private final IncrExpireElection second = election();

    /** A store whose time the test makes. */
    private static final class Store extends ToyStore {
        private final AtomicLong now = new AtomicLong();

        @Override
        protected long now() {
            return now.get();
        }

        void passes(Duration time) {
            now.addAndGet(time.toNanos());
        }
    }

    private IncrExpireElection election() {
        return new IncrExpireElection(service.unwrap(ToySpi.class).orElseThrow(), "job", TERM);
    }

    @AfterEach
    void close() {
        service.close();
        server.close();
    }

    private void termPasses() {
        store.passes(TERM.multipliedBy(2));
    }

    private void bothGoOn() throws Exception {
        for (int i = 0; i < FOR_EVER; i++) {
            store.passes(TERM.dividedBy(10));
            first.tick();
            second.tick();
        }
    }

    @Test
    void leaderStaysWhileItTicksAndTheNextOneLeadsAfterItsTerm() throws Exception {
        first.tick();
        bothGoOn();
        assertThat(first.isLeader()).isTrue();
        assertThat(second.isLeader()).isFalse();
        termPasses();
        second.tick();
        assertThat(second.isLeader()).isTrue();
    }

    @Test
    void nobodyLeadsForEverAfterOneLostReply() throws Exception {
        service.unwrap(ToySpi.class)
                .orElseThrow()
                .ask("INCR " + ToyText.encode("election:job"))
                .get(10, TimeUnit.SECONDS);
        termPasses();
        bothGoOn();
        termPasses();
        bothGoOn();
        assertThat(first.isLeader() || second.isLeader()).isFalse();
    }

    @Test
    void twoLeadForEverAfterAPause() throws Exception {
        first.tick();
        termPasses();
        second.tick();
        assertTwoForEver();
    }

    @Test
    void twoLeadForEverAfterAFailoverThatLosesTheCounter() throws Exception {
        first.tick();
        store.evict("election:job");
        second.tick();
        assertTwoForEver();
    }

    private void assertTwoForEver() throws Exception {
        bothGoOn();
        assertThat(first.isLeader()).isTrue();
        assertThat(second.isLeader()).isTrue();
    }
}
