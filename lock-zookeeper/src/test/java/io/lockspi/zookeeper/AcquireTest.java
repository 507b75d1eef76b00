package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcquireTest {
    private final TestClient one = TestClient.shared();
    private final TestClient two = TestClient.shared();

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void freeLockIsGrantedWithTheSessionsValidity() {
        Claim claim = TestClient.claim("free");
        Grant grant = one.acquire(claim);
        assertThat(grant.firstToken()).isPositive().isEqualTo(grant.lastToken());
        // Of 4 s: less 2 % of drift, one tick, and a third for the client's own pings.
        assertThat(grant.validFor()).isBetween(Duration.ofMillis(2_000), Duration.ofMillis(2_450));
        assertThat(SharedEnsemble.queue("free")).singleElement().asString().startsWith(claim.id());
        assertThat(one.release(claim)).isTrue();
        assertThat(SharedEnsemble.queue("free")).isEmpty();
        assertThat(one.release(claim)).isFalse();
    }

    @Test
    void aLeaseShorterThanTheSessionIsWhatIsPromised() {
        Claim claim = new Claim("short", TestClient.claim("short").id(), Duration.ofMillis(300), 1);
        assertThat(one.acquire(claim).validFor()).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void askingAgainIsTheSameGrant() {
        Claim claim = TestClient.claim("again");
        Grant grant = one.acquire(claim);
        Grant again = TestClient.granted(one.waitFor(claim));
        assertThat(again.firstToken()).isEqualTo(grant.firstToken());
        assertThat(SharedEnsemble.queue("again")).hasSize(1);
    }

    @Test
    void anAttemptThatDoesNotWaitLeavesNothing() {
        one.acquire(TestClient.claim("held"));
        assertThat(two.tryAcquire(TestClient.claim("held"))).isInstanceOf(Attempt.Held.class);
        assertThat(SharedEnsemble.queue("held")).hasSize(1);
    }

    @Test
    void waitersAreServedInTheOrderOfTheirArrival() {
        Claim first = TestClient.claim("fifo");
        one.acquire(first);
        Claim second = two.enqueue("fifo");
        Claim third = one.enqueue("fifo");
        assertThat(two.waitFor(second)).isInstanceOf(Attempt.Held.class);
        assertThat(SharedEnsemble.queue("fifo")).hasSize(3);
        two.events.clear();
        one.release(first);
        two.events.awaitNext("fifo");
        assertThat(one.waitFor(third)).isInstanceOf(Attempt.Held.class);
        TestClient.granted(two.waitFor(second));
        one.events.clear();
        two.release(second);
        one.events.awaitNext("fifo");
        TestClient.granted(one.waitFor(third));
    }

    @Test
    void aWaiterThatGivesUpLeavesTheQueueAndTheNextMovesUp() {
        Claim first = TestClient.claim("leaves");
        one.acquire(first);
        Claim second = two.enqueue("leaves");
        Claim third = one.enqueue("leaves");
        one.events.clear();
        two.release(second);
        assertThat(SharedEnsemble.queue("leaves")).hasSize(2);
        one.events.awaitNext("leaves");
        assertThat(one.waitFor(third)).isInstanceOf(Attempt.Held.class);
        one.release(first);
        TestClient.granted(one.waitFor(third));
    }

    @Test
    void tokensRiseOverSessionsAndTheDeletionOfTheParent() throws Exception {
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try (TestClient client = TestClient.shared()) {
                Claim claim = TestClient.claim("rising", 64);
                Grant grant = client.acquire(claim);
                assertThat(grant.lastToken() - grant.firstToken()).isEqualTo(63);
                tokens.add(grant.firstToken());
                tokens.add(grant.lastToken());
                client.release(claim);
            }
            Eventually.until("the empty parent is gone", () -> SharedEnsemble.missing("/lockspi/rising"));
        }
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void renewalIsConfirmedByOneWriteForAllClaims() {
        Claim a = TestClient.claim("renew-a");
        Claim b = TestClient.claim("renew-b");
        Grant grantOfA = one.acquire(a);
        Grant grantOfB = one.acquire(b);
        for (Renewal.Result result : TestClient.await(one.spi.renew(
                List.of(new Renewal(a, grantOfA, TestClient.LEASE), new Renewal(b, grantOfB, TestClient.LEASE))))) {
            assertThat(((Renewal.Extended) result).validFor()).isGreaterThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void aClaimWhoseNodeIsDeletedByAnOperatorIsLost() {
        Claim claim = TestClient.claim("deleted");
        Grant grant = one.acquire(claim);
        assertThat(one.renew(claim, grant)).isInstanceOf(Renewal.Extended.class);
        one.events.clear();
        SharedEnsemble.delete("deleted", SharedEnsemble.queue("deleted").get(0));
        one.events.awaitNext("lost " + claim.id());
        assertThat(one.renew(claim, grant)).isInstanceOf(Renewal.NotMine.class);
    }

    @Test
    void aClaimDeletedBeforeItsFirstRenewalIsLostThen() {
        Claim claim = TestClient.claim("early");
        Grant grant = one.acquire(claim);
        SharedEnsemble.delete("early", SharedEnsemble.queue("early").get(0));
        assertThat(one.renew(claim, grant)).isInstanceOf(Renewal.NotMine.class);
    }

    @Test
    void inspectNamesTheHolder() {
        assertThat(one.inspect("seen")).isEmpty();
        Claim claim = TestClient.claim("seen", 64);
        Grant grant = one.acquire(claim);
        two.enqueue("seen");
        LockInfo info = two.inspect("seen").orElseThrow();
        assertThat(info.host()).isEqualTo("host:1");
        assertThat(info.pid()).isEqualTo(4711);
        assertThat(info.application()).isEqualTo("büro {1}");
        assertThat(info.fencingToken()).isEqualTo(grant.lastToken());
        assertThat(info.remainingLease()).isEqualTo(Duration.ofSeconds(4));
        assertThat(info.waiters()).hasValue(1);
        assertThat(info.since()).isNotNull();
    }

    /** ZooKeeper's client hangs up at an answer of more than a megabyte, and all locks of the service with it. */
    @Test
    void checkSucceedsHoweverManyLocksThereAre() throws Exception {
        List<String> names =
                IntStream.range(0, 1_100).mapToObj(i -> "n".repeat(1_000) + i).toList();
        one.acquire(TestClient.claim("makes-the-parent"));
        CountDownLatch made = new CountDownLatch(names.size());
        for (String name : names) {
            SharedEnsemble.admin()
                    .create(
                            "/lockspi/" + name,
                            new byte[0],
                            ZooDefs.Ids.OPEN_ACL_UNSAFE,
                            CreateMode.PERSISTENT,
                            (code, path, context, created) -> made.countDown(),
                            null);
        }
        assertThat(made.await(30, TimeUnit.SECONDS)).isTrue();
        try {
            assertThat(one.spi.check()).succeedsWithin(Duration.ofSeconds(5));
        } finally {
            names.forEach(
                    name -> SharedEnsemble.admin().delete("/lockspi/" + name, -1, (code, path, context) -> {}, null));
        }
    }

    @Test
    void checkSucceeds() {
        assertThat(one.spi.check()).succeedsWithin(Duration.ofSeconds(5));
    }
}
