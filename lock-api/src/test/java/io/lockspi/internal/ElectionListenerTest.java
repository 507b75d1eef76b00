package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Listeners hear everything in order, whatever they do. */
class ElectionListenerTest {
    private final Rig rig = Rig.serving();
    private final LeaderElection election = rig.engine.election(Rig.NAME);

    @AfterEach
    void close() {
        rig.close();
    }

    private void reign() {
        election.join();
        Actor.await("the next term", election::isLeader);
    }

    private static ElectionListener told(Runnable elected) {
        return leadership -> elected.run();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    @Test
    void slowListenerHearsEverythingInOrder() {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Hearer slow = new Hearer();
        var unused = election.addListener(new ElectionListener() {
            @Override
            public void elected(Leadership leadership) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                awaitQuietly(goOn);
                slow.elected(leadership);
                inside.decrementAndGet();
            }

            @Override
            public void deposed(Deposition deposition) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                slow.deposed(deposition);
                inside.decrementAndGet();
            }
        });
        Hearer quick = Hearer.of(election);
        List<String> expected = new ArrayList<>();
        for (int term = 1; term <= 50; term++) {
            reign();
            election.leave();
            expected.add("elected " + term);
            expected.add("LEFT " + term);
        }
        quick.hears(expected.toArray(String[]::new));
        assertThat(slow.heard).isEmpty();
        goOn.countDown();
        slow.hears(expected.toArray(String[]::new));
        assertThat(most).as("calls of one listener at one time").hasValue(1);
    }

    @Test
    void listenerThatThrowsGoesOnHearing() {
        AtomicInteger calls = new AtomicInteger();
        var unused = election.addListener(told(() -> {
            calls.incrementAndGet();
            throw new IllegalStateException("on purpose");
        }));
        Hearer other = Hearer.of(election);
        reign();
        election.leave();
        reign();
        other.hears("elected 1", "LEFT 1", "elected 2");
        Actor.await("the second call", () -> calls.get() == 2);
    }

    @Test
    void listenerMayCallTheElection() {
        Hearer hearer = Hearer.of(election);
        AtomicInteger terms = new AtomicInteger();
        var unused = election.addListener(told(() -> {
            if (terms.incrementAndGet() == 3) {
                election.leave();
            } else {
                election.resign();
            }
        }));
        election.join();
        hearer.hearsWhile(() -> rig.advanceMillis(100), 6);
        assertThat(hearer.heard)
                .containsExactly("elected 1", "RESIGNED 1", "elected 2", "RESIGNED 2", "elected 3", "LEFT 3");
    }

    @Test
    void listenerThatComesLateHearsOfTheCurrentTermFirst() {
        reign();
        Hearer late = Hearer.of(election);
        election.leave();
        late.hears("elected 1", "LEFT 1");
        Hearer later = Hearer.of(election);
        reign();
        later.hears("elected 2");
    }

    @Test
    void listenerWhoseRegistrationIsClosedHearsNothing() {
        Hearer hearer = new Hearer();
        Hearer other = Hearer.of(election);
        Registration registration = election.addListener(hearer);
        registration.close();
        registration.close();
        reign();
        other.hears("elected 1");
        assertThat(hearer.heard).isEmpty();
    }

    @Test
    void oneListenerMayBeToldOnlyOfElections() {
        AtomicInteger elections = new AtomicInteger();
        var unused = election.addListener(told(elections::incrementAndGet));
        reign();
        election.leave();
        Actor.await("the election", () -> elections.get() == 1);
    }
}
