package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim that is granted without a look at the queue is first in it; where that is not certain, the queue is looked at. */
class TurnsTest {
    private static final RealTime TIME = new RealTime();
    private static final Session SESSION = new Session(SharedEnsemble.admin(), TIME, null, event -> {});

    private final TestClient one = TestClient.shared();
    private final TestClient two = TestClient.shared();

    @AfterAll
    static void stop() {
        TIME.close();
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    /** Turns after which the client takes it that nobody else uses the lock. */
    private void turns(String name, int count) {
        for (int i = 0; i < count; i++) {
            Claim claim = TestClient.claim(name);
            one.acquire(claim);
            assertThat(one.release(claim)).isTrue();
        }
    }

    @Test
    void aClaimOfAnotherClientInBetweenIsSeen() {
        turns("between", 5);
        Claim other = TestClient.claim("between");
        two.acquire(other);
        Claim mine = TestClient.claim("between");
        assertThat(one.waitFor(mine)).isInstanceOf(Attempt.Held.class);
        one.events.clear();
        two.release(other);
        one.events.awaitNext("between");
        TestClient.granted(one.waitFor(mine));
    }

    @Test
    void aClaimOfAnotherClientThatWaitedIsSeen() {
        turns("waited", 5);
        Claim mine = TestClient.claim("waited");
        one.acquire(mine);
        Claim other = two.enqueue("waited");
        one.release(mine);
        assertThat(one.tryAcquire(TestClient.claim("waited"))).isInstanceOf(Attempt.Held.class);
        TestClient.granted(two.waitFor(other));
    }

    @Test
    void aClaimThatGaveUpAsSecondWasNotFirst() {
        turns("second", 5);
        Claim other = TestClient.claim("second");
        two.acquire(other);
        Claim mine = one.enqueue("second");
        one.release(mine);
        assertThat(one.tryAcquire(TestClient.claim("second"))).isInstanceOf(Attempt.Held.class);
        two.release(other);
    }

    /** The numbers begin again with a new parent, and reach the one that would follow, while another has the lock. */
    @Test
    void numbersThatBeganAgainAreNotTakenForTheNext() {
        turns("anew", 3);
        Eventually.until("the empty parent is gone", () -> SharedEnsemble.missing("/lockspi/anew"));
        Claim other = TestClient.claim("anew");
        two.acquire(other);
        two.enqueue("anew");
        two.enqueue("anew");
        assertThat(one.tryAcquire(TestClient.claim("anew"))).isInstanceOf(Attempt.Held.class);
        two.release(other);
    }

    /** The engine does not ask again for a claim that it lost; a back end must not rely on that. */
    @Test
    void aSecondNodeOfAGrantedClaimWasNotFirst() {
        ClaimNode node = new ClaimNode(TestClient.claim("twice"));
        ClaimNode.Place first = place(1, 1, false);
        ClaimNode.Place second = place(2, 2, false);
        node.granted(first, 0);
        node.placed(second);
        assertThat(node.wasFirst(first)).isTrue();
        assertThat(node.wasFirst(second)).isFalse();
    }

    @Test
    void theNextNumberFollowsUnlessThereWereTransactionsEnoughToBeginAgain() {
        Turns turns = new Turns();
        turns.ended("lock", place(7, 100, true));
        assertThat(turns.follows("lock", SESSION.id(), entry(8), 101)).isTrue();
        assertThat(turns.follows("lock", SESSION.id(), entry(8), 100 + 8)).isTrue();
        // The claims 0 to 8.
        assertThat(turns.follows("lock", SESSION.id(), entry(8), 100 + 9)).isFalse();
        assertThat(turns.follows("lock", SESSION.id(), entry(8), 100)).isFalse();
        assertThat(turns.follows("lock", SESSION.id(), entry(8), 3)).isFalse();
        assertThat(turns.follows("lock", SESSION.id(), entry(7), 101)).isFalse();
        assertThat(turns.follows("lock", SESSION.id(), entry(9), 101)).isFalse();
    }

    @Test
    void numbersFollowWhereTheyBecomeNegativeAndNotBehindThat() {
        Turns turns = new Turns();
        turns.ended("lock", place(Integer.MAX_VALUE, 100, true));
        assertThat(turns.follows("lock", SESSION.id(), entry(Integer.MIN_VALUE), 102))
                .isTrue();
        turns.ended("lock", place(Integer.MIN_VALUE, 102, true));
        assertThat(turns.follows("lock", SESSION.id(), entry(Integer.MIN_VALUE + 1), 104))
                .isFalse();
    }

    @Test
    void anotherLocksTurnAndAnotherSessionsSayNothing() {
        Turns turns = new Turns();
        // "Aa" and "BB" have one hash code.
        turns.ended("Aa", place(7, 100, true));
        assertThat(turns.mayFollow("Aa", SESSION.id())).isTrue();
        assertThat(turns.mayFollow("BB", SESSION.id())).isFalse();
        assertThat(turns.follows("BB", SESSION.id(), entry(8), 102)).isFalse();
        assertThat(turns.mayFollow("Aa", SESSION.id() + 1)).isFalse();
        assertThat(turns.follows("Aa", SESSION.id() + 1, entry(8), 102)).isFalse();
    }

    @Test
    void onlyWhatFollowedOnceIsExpectedToFollow() {
        Turns turns = new Turns();
        turns.ended("lock", place(7, 100, false));
        assertThat(turns.mayFollow("lock", SESSION.id())).isFalse();
    }

    private static ClaimNode.Place place(int sequence, long czxid, boolean direct) {
        QueueEntry entry = entry(sequence);
        return new ClaimNode.Place(SESSION, "/lockspi/lock/" + entry.node(), entry, czxid, 0, direct);
    }

    private static QueueEntry entry(int sequence) {
        return new QueueEntry("claim-" + sequence, "claim", sequence);
    }
}
