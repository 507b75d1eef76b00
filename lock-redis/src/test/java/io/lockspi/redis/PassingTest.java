package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lock goes straight to the first waiter, and is its own only when that has asked again. */
class PassingTest {
    private static final Duration QUIET = Duration.ofMillis(150);

    private final TestClient holder = SharedRedis.client();
    private final TestClient second = SharedRedis.client();
    private final TestClient third = SharedRedis.client();
    private final LockKeys keys = SharedRedis.keys("a");
    private final Claim held = TestClient.claim("a", 64);

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        List.of(holder, second, third).forEach(TestClient::close);
    }

    @Test
    void passedLockIsNeverFreeAndWaitsForItsReceiverAsLongAsThatCountsAsAlive() {
        Grant before = holder.acquire(held);
        Claim first = waitIn(second, 64);
        holder.release(held);
        assertThat(SharedRedis.lockValue("a")).contains(first.id());
        assertThat(SharedRedis.ttl(keys.lock())).isBetween(1_000L, 3_000L);
        assertThat(third.tryAcquire(TestClient.claim("a"))).isInstanceOf(Attempt.Held.class);

        Grant grant = granted(second.waitFor(first));
        assertThat(grant.firstToken()).isGreaterThan(before.lastToken());
        assertThat(grant.lastToken()).isEqualTo(grant.firstToken() + 63);
        assertThat(SharedRedis.ttl(keys.lock())).isGreaterThan(9_000);
        assertThat(granted(second.waitFor(first)).lastToken()).isEqualTo(grant.lastToken());
    }

    @Test
    void receiverThatNeverAsksCostsTheGraceAndLosesItsPlace() {
        holder.acquire(held);
        Claim dead = waitIn(second, 1);
        Claim next = waitIn(third, 1);
        long aliveUntil = SharedRedis.millis() + 800;
        SharedRedis.setAliveUntil("a", dead, aliveUntil);
        holder.release(held);
        assertThat(SharedRedis.lockValue("a")).contains(dead.id());
        assertThat(SharedRedis.expiryMillis(keys.lock()))
                .as("a second from the release on, although it counts as alive for less")
                .isBetween(aliveUntil + 200, SharedRedis.millis() + 1_000);
        assertThat(third.waitFor(next)).isInstanceOf(Attempt.Held.class);
        SharedRedis.SERVER.command("DEL", keys.lock());
        assertThat(third.waitFor(next)).isInstanceOf(Attempt.Granted.class);
        assertThat(SharedRedis.allKeys()).containsExactlyInAnyOrder(keys.lock(), keys.fence());
    }

    @Test
    void lockThatExpiredIsPassedOnByWhoeverFindsOut() {
        holder.acquire(held);
        Claim first = waitIn(second, 1);
        Claim next = waitIn(third, 1);
        SharedRedis.SERVER.command("DEL", keys.lock());
        assertThat(third.waitFor(next)).isInstanceOf(Attempt.Held.class);
        second.events.awaitNext("a");
        assertThat(SharedRedis.lockValue("a")).contains(first.id());
        assertThat(second.waitFor(first)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void receiverThatHasGoneMeanwhilePassesTheLockOn() {
        holder.acquire(held);
        Claim first = waitIn(second, 1);
        Claim next = waitIn(third, 1);
        holder.release(held);
        assertThat(second.releaseUnanswered(first)).isTrue();
        third.events.awaitNext("a");
        assertThat(second.waitFor(first)).as("late, or for the second time").isInstanceOf(Attempt.Held.class);
        assertThat(third.waitFor(next)).isInstanceOf(Attempt.Granted.class);
        assertThat(third.release(next)).isTrue();
        assertThat(SharedRedis.allKeys()).containsExactlyInAnyOrder(keys.fence(), keys.tombstone(first.id()));
    }

    @Test
    void lockOfAShortLeaseDoesNotWaitLongerThanThatForItsReceiver() {
        holder.acquire(held);
        Claim brief = TestClient.withLease(TestClient.claim("a"), Duration.ofMillis(900));
        second.waitFor(brief);
        holder.release(held);
        assertThat(SharedRedis.ttl(keys.lock())).isBetween(1L, 900L);
    }

    @Test
    void receiverIsNamedAsTheHolder() {
        holder.acquire(held);
        waitIn(second, 1);
        holder.release(held);
        assertThat(holder.inspect("a")).hasValueSatisfying(info -> {
            assertThat(info.host()).isEqualTo(TestClient.OWNER.host());
            assertThat(info.application()).isEqualTo(TestClient.OWNER.application());
        });
    }

    @Test
    void lockWithoutTokensLeftIsNotPassedButTheHeadIsTold() {
        holder.acquire(held);
        Claim first = waitIn(second, 1);
        SharedRedis.SERVER.command("SET", keys.fence(), "9007199254740991", "PX", "60000");
        holder.release(held);
        second.events.awaitNext("a");
        assertThat(second.waitFor(first))
                .isInstanceOfSatisfying(
                        Attempt.Unavailable.class,
                        answer -> assertThat(answer.cause()).hasMessageContaining("2^53"));
    }

    @Test
    void clientWithoutAMailboxFindsThePassedLockByAsking() {
        holder.acquire(held);
        Claim first = waitIn(second, 1);
        String note = String.valueOf(SharedRedis.SERVER.command("HGET", keys.waiters(), first.id()));
        SharedRedis.SERVER.command(
                "HSET", keys.waiters(), first.id(), note.substring(0, note.indexOf("lockspi:mail:")));
        holder.release(held);
        second.events.expectNone(QUIET);
        assertThat(SharedRedis.calls("PUBLISH")).isZero();
        assertThat(second.waitFor(first)).isInstanceOf(Attempt.Granted.class);
    }

    private static Claim waitIn(TestClient client, int tokens) {
        return client.enqueue(TestClient.claim("a", tokens));
    }

    private static Grant granted(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Granted.class);
        return ((Attempt.Granted) attempt).grant();
    }
}
