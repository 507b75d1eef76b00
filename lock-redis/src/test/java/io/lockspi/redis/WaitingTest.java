package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private static final Duration QUIET = Duration.ofMillis(150);

    private final TestClient holder = SharedRedis.client();
    private final TestClient second = SharedRedis.client();
    private final TestClient third = SharedRedis.client();
    private final LockKeys keys = SharedRedis.keys("a");

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        List.of(holder, second, third).forEach(TestClient::close);
    }

    @Test
    void firstWaiterIsToldAndNobodyElse() {
        Claim held = TestClient.claim("a");
        holder.acquire(held);
        Claim first = waitIn(second);
        Claim next = waitIn(third);
        holder.release(held);
        second.events.awaitNext("a");
        third.events.expectNone(QUIET);
        assertThat(SharedRedis.calls("PUBLISH")).isEqualTo(1);
        assertHeld(third.waitFor(next));
        assertThat(second.waitFor(first)).isInstanceOf(Attempt.Granted.class);
        assertThat(queue()).isEqualTo(List.of(next.id()));
        second.release(first);
        third.events.awaitNext("a");
        assertThat(third.waitFor(next)).isInstanceOf(Attempt.Granted.class);
        assertThat(SharedRedis.allKeys()).containsExactlyInAnyOrder(keys.lock(), keys.fence());
    }

    @Test
    void waitersAreServedInTheOrderOfArrivalEvenIfTheClockGoesBack() {
        Claim held = TestClient.claim("a");
        holder.acquire(held);
        Claim first = waitIn(second);
        // As if the first had arrived at a time that the server's clock has yet to reach again.
        SharedRedis.SERVER.command("ZADD", keys.queue(), "8000000000000000", first.id());
        Claim next = waitIn(third);
        assertThat(queue()).isEqualTo(List.of(first.id(), next.id()));
        holder.release(held);
        assertHeld(third.waitFor(next));
        assertThat(second.waitFor(first)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void singleAttemptMayTakeAFreeLockPastTheQueue() {
        Claim held = TestClient.claim("a");
        holder.acquire(held);
        Claim waiting = waitIn(second);
        expire();
        Claim barging = TestClient.claim("a");
        third.acquire(barging);
        assertHeld(second.waitFor(waiting));
        assertThat(queue()).isEqualTo(List.of(waiting.id()));
        third.release(barging);
        assertThat(second.waitFor(waiting)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void lastAttemptOfAWaiterLeavesTheQueue() {
        Claim held = TestClient.claim("a");
        holder.acquire(held);
        Claim waiting = waitIn(second);
        expire();
        second.acquire(waiting);
        assertThat(SharedRedis.allKeys()).containsExactlyInAnyOrder(keys.lock(), keys.fence());
    }

    @Test
    void deadWaitersAreDroppedByAcquireAndRelease() {
        Claim held = TestClient.claim("a");
        holder.acquire(held);
        Claim dead = waitIn(second);
        Claim alive = waitIn(third);
        kill(dead);
        holder.release(held);
        third.events.awaitNext("a");
        second.events.expectNone(QUIET);
        assertThat(third.waitFor(alive)).isInstanceOf(Attempt.Granted.class);
        Claim dead2 = TestClient.claim("a");
        holder.waitFor(dead2);
        expire();
        kill(dead2);
        Claim late = TestClient.claim("a");
        assertThat(second.waitFor(late)).isInstanceOf(Attempt.Granted.class);
        assertThat(SharedRedis.allKeys()).containsExactlyInAnyOrder(keys.lock(), keys.fence());
    }

    @Test
    void waiterThatGivesUpPassesTheNewsOn() {
        Claim held = TestClient.claim("a");
        holder.acquire(held);
        Claim first = waitIn(second);
        Claim next = waitIn(third);
        assertThat(second.release(first)).isFalse();
        third.events.expectNone(QUIET);
        Claim again = TestClient.claim("a");
        second.waitFor(again);
        expire();
        assertThat(third.release(next)).isFalse();
        second.events.awaitNext("a");
        assertThat(SharedRedis.lockValue("a")).contains(again.id());
    }

    @Test
    void queueExpiresWithItsLastWaiter() {
        holder.acquire(TestClient.claim("a"));
        waitIn(second);
        assertThat(SharedRedis.ttl(keys.queue())).isBetween(1_000L, 3_000L);
        assertThat(SharedRedis.ttl(keys.waiters())).isBetween(1_000L, 3_000L);
        SharedRedis.SERVER.command("PEXPIRE", keys.queue(), "100");
        SharedRedis.SERVER.command("PEXPIRE", keys.waiters(), "100");
        waitIn(third);
        assertThat(SharedRedis.ttl(keys.queue())).isGreaterThan(1_000);
        assertThat(SharedRedis.ttl(keys.waiters())).isGreaterThan(1_000);
    }

    @Test
    void subscriptionBeginsWithTheFirstWaitThatFindsTheLockHeld() {
        Claim free = TestClient.claim("a");
        assertThat(second.waitFor(free)).isInstanceOf(Attempt.Granted.class);
        assertThat(SharedRedis.SERVER.command("PUBSUB", "CHANNELS", "lockspi:mail:*"))
                .isEqualTo(List.of());
        Claim waiting = TestClient.claim("a");
        assertHeld(third.waitFor(waiting));
        third.events.awaitNext(RecordedEvents.MISSED);
        for (int i = 0; i < 5; i++) {
            assertHeld(third.waitFor(waiting));
        }
        third.events.expectNone(QUIET);
        assertThat(SharedRedis.calls("SUBSCRIBE")).isEqualTo(1);
        assertThat(SharedRedis.SERVER.command("PUBSUB", "CHANNELS", "lockspi:mail:*"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
    }

    private static Claim waitIn(TestClient client) {
        return client.enqueue("a");
    }

    private @Nullable Object queue() {
        return SharedRedis.SERVER.command("ZRANGE", keys.queue(), "0", "-1");
    }

    /** As if the holder's lease were over. */
    private void expire() {
        SharedRedis.SERVER.command("DEL", keys.lock());
    }

    private void kill(Claim waiter) {
        SharedRedis.setAliveUntil("a", waiter, 1);
    }

    private static void assertHeld(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Held.class);
    }
}
