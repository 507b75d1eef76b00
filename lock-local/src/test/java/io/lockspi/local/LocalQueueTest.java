package io.lockspi.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.SpiEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiters of the local back end, and who is told what. */
class LocalQueueTest {
    /** Of each racer; few, because each hand-over waits for a thread that may have no core. */
    private static final int SECTIONS = 300;

    private final ManualTime time = new ManualTime();
    private final String store = UUID.randomUUID().toString();
    private final TestClient holder = new TestClient(LocalLocks.config(store, time), time);
    private final TestClient first = new TestClient(LocalLocks.config(store, time), time);
    private final TestClient second = new TestClient(LocalLocks.config(store, time), time);

    private final Claim held = TestClient.claim("a");
    private final Claim firstClaim = TestClient.claim("a");
    private final Claim secondClaim = TestClient.claim("a");

    @AfterEach
    void close() {
        List.of(holder, first, second).forEach(TestClient::close);
    }

    private void queueBoth() {
        holder.acquire(held);
        held(first.ask(firstClaim, true));
        held(second.ask(secondClaim, true));
    }

    private static void held(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Held.class);
    }

    private static void granted(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void lockIsPassedInTheOrderOfArrivalAndOnlyTheNextIsTold() {
        queueBoth();

        assertThat(holder.release(held)).isTrue();

        assertThat(first.events).containsExactly("free a");
        assertThat(second.events).isEmpty();
        held(second.ask(secondClaim, true));
        held(holder.ask(TestClient.claim("a"), false));
        granted(first.ask(firstClaim, true));
        first.release(firstClaim);
        assertThat(second.events).containsExactly("free a");
        granted(second.ask(secondClaim, true));
        assertThat(first.events).hasSize(1);
    }

    /** The grace of a lock that was passed on is for asking; it is no part of the lease. */
    @Test
    void leaseShorterThanTheGraceIsNotLengthenedByIt() {
        Claim brief = new Claim("a", firstClaim.id(), Duration.ofMillis(100), 1);
        holder.acquire(held);
        held(first.ask(brief, true));
        holder.release(held);

        assertThat(first.acquire(brief).validFor()).isEqualTo(Duration.ofMillis(100));
        time.advance(Duration.ofMillis(101));
        granted(second.ask(secondClaim, true));
    }

    @Test
    void askingAgainKeepsThePlaceInTheQueue() {
        queueBoth();
        held(second.ask(secondClaim, true));
        held(first.ask(firstClaim, true));

        holder.release(held);

        held(second.ask(secondClaim, true));
        granted(first.ask(firstClaim, true));
    }

    @Test
    void releaseDropsAWaiter() {
        queueBoth();
        assertThat(first.release(firstClaim)).isFalse();

        holder.release(held);

        assertThat(first.events).isEmpty();
        granted(second.ask(secondClaim, true));
    }

    @Test
    void attemptThatDoesNotWaitLeavesNothingBehind() {
        queueBoth();
        held(first.ask(firstClaim, false));

        holder.release(held);

        granted(second.ask(secondClaim, true));
    }

    @Test
    void waiterThatAsksNoMoreIsForgotten() {
        queueBoth();
        time.advance(Duration.ofSeconds(2));
        held(second.ask(secondClaim, true));
        time.advance(Duration.ofSeconds(1));

        holder.release(held);

        assertThat(first.events).isEmpty();
        granted(second.ask(secondClaim, true));
    }

    @Test
    void lockThatWasPassedOnIsNobodysUntilTheNewOwnerAsks() {
        queueBoth();
        holder.release(held);

        assertThat(first.renew(firstClaim, new io.lockspi.spi.Grant(1, 1, Duration.ZERO), Duration.ofSeconds(30)))
                .isInstanceOf(io.lockspi.spi.Renewal.NotMine.class);
        assertThat(first.release(firstClaim)).isFalse();
        assertThat(second.events).containsExactly("free a");
        granted(second.ask(secondClaim, true));
    }

    @Test
    void lockThatWasPassedOnInVainIsFreeAfterTheGrace() {
        queueBoth();
        holder.release(held);
        for (int i = 0; i < 3; i++) {
            held(second.ask(secondClaim, true));
            time.advance(Duration.ofSeconds(1));
        }

        granted(second.ask(secondClaim, true));
        held(first.ask(firstClaim, true));
    }

    @Test
    void passedLockGetsItsFullLeaseWhenTheNewOwnerAsks() {
        queueBoth();
        holder.release(held);
        time.advance(Duration.ofSeconds(2));

        assertThat(first.acquire(firstClaim).validFor()).isEqualTo(Duration.ofSeconds(30));
        time.advance(Duration.ofSeconds(29));
        held(second.ask(secondClaim, true));
    }

    @Test
    void afterAnExpiryTheHeadIsNextAndIsTold() {
        holder.acquire(TestClient.claim("a", Duration.ofSeconds(2), 1));
        held(first.ask(firstClaim, true));
        held(second.ask(secondClaim, true));
        time.advance(Duration.ofSeconds(2));

        held(second.ask(secondClaim, true));
        assertThat(first.events).containsExactly("free a");
        granted(first.ask(firstClaim, true));
    }

    @Test
    void afterAnExpiryAnAttemptThatDoesNotWaitMayBarge() {
        holder.acquire(TestClient.claim("a", Duration.ofSeconds(2), 1));
        held(first.ask(firstClaim, true));
        time.advance(Duration.ofSeconds(2));

        granted(second.ask(secondClaim, false));
    }

    @Test
    void closedServiceIsTakenOutOfTheQueue() {
        queueBoth();
        first.close();

        holder.release(held);

        assertThat(first.events).isEmpty();
        granted(second.ask(secondClaim, true));
    }

    @Test
    void lockThatWasPassedToAServiceWhichClosesGoesToTheNext() {
        queueBoth();
        holder.release(held);

        first.close();

        assertThat(second.events).containsExactly("free a");
        granted(second.ask(secondClaim, true));
    }

    @Test
    void eventsAreSentWhileTheStoreIsFree() {
        queueBoth();
        CompletableFuture<Attempt> asked = new CompletableFuture<>();
        first.service.onEvents(new AskingFromAnotherThread(asked));

        holder.release(held);

        granted(asked.join());
    }

    /** Asks from another thread and waits for it, which hangs if the store is still locked. */
    private final class AskingFromAnotherThread implements SpiEvents {
        private final CompletableFuture<Attempt> asked;

        AskingFromAnotherThread(CompletableFuture<Attempt> asked) {
            this.asked = asked;
        }

        @Override
        public void mayBeFree(String name) {
            CompletableFuture.supplyAsync(() -> first.ask(firstClaim, true))
                    .orTimeout(10, TimeUnit.SECONDS)
                    .whenComplete((attempt, failure) -> {
                        if (failure == null) {
                            asked.complete(attempt);
                        } else {
                            asked.completeExceptionally(failure);
                        }
                    })
                    .exceptionally(failure -> null)
                    .join();
        }

        @Override
        public void mayHaveMissedEvents() {}

        @Override
        public void lost(Claim claim) {}
    }

    @Test
    void racingClientsNeverHoldTogether() throws Exception {
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger sections = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> racers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            TestClient client = List.of(holder, first, second).get(i % 3);
            boolean wait = i % 2 == 0;
            racers.add(pool.submit(() -> race(client, wait, holders, sections)));
        }
        for (Future<?> racer : racers) {
            racer.get(60, TimeUnit.SECONDS);
        }
        pool.shutdownNow();

        assertThat(sections.get()).isEqualTo(4 * SECTIONS);
    }

    private static void race(TestClient client, boolean wait, AtomicInteger holders, AtomicInteger sections) {
        for (int i = 0; i < SECTIONS; i++) {
            Claim claim = TestClient.claim("raced");
            while (!(client.ask(claim, wait) instanceof Attempt.Granted)) {
                Thread.onSpinWait();
            }
            assertThat(holders.incrementAndGet()).isEqualTo(1);
            sections.incrementAndGet();
            holders.decrementAndGet();
            assertThat(client.release(claim)).isTrue();
        }
    }
}
