package io.lockspi.tck.rules;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** What candidates are told. */
final class ElectionListenerRules {

    /** Writes down what it is told. */
    static final class Diary implements ElectionListener {
        final List<String> entries = new CopyOnWriteArrayList<>();

        @Override
        public void elected(Leadership leadership) {
            entries.add("elected " + leadership.term());
        }

        @Override
        public void deposed(Deposition deposition) {
            entries.add(deposition.reason() + " " + deposition.term());
        }

        /** Demands that soon all of this has been told, and nothing else. */
        void tells(Bench bench, List<String> expected) throws Exception {
            bench.eventually(
                    bench.timing().prompt(),
                    "that a listener was told of " + expected,
                    () -> entries.size() >= expected.size());
            Check.equal(expected, List.copyOf(entries), "what a listener was told");
        }
    }

    private static Diary diary(LeaderElection election) {
        Diary diary = new Diary();
        var unused = election.addListener(diary);
        return diary;
    }

    @LockRule(
            id = "E20",
            statement = "A listener hears of each election and each deposition once, by turns, with term and reason.",
            why =
                    "Whoever starts a job at the one and stops it at the other runs it twice, or never, if they come in another order.",
            lookAt = "callbacks on a pool of threads, without a queue for each listener",
            kinds = {"K17"},
            election = true)
    void newsComesInOrder(Bench bench) throws Exception {
        LeaderElection election = bench.election(bench.open(), bench.electionName());
        Diary diary = diary(election);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            election.join();
            String first = number(Polls.term(election, bench.timing().prompt(), "as the only candidate"));
            election.resign();
            String second = number(Polls.term(election, bench.timing().prompt(), "after resign(), as the only one"));
            election.leave();
            expected.addAll(List.of("elected " + first, "RESIGNED " + first, "elected " + second, "LEFT " + second));
        }
        diary.tells(bench, expected);
    }

    private static String number(Leadership term) {
        return Long.toString(term.term());
    }

    @LockRule(
            id = "E21",
            statement =
                    "A listener that comes late hears of the current term first, and one that is removed hears nothing.",
            why = "Components are started in any order.",
            lookAt = "the registration of listeners while the candidate leads",
            election = true)
    void lateListenerHearsOfTheTerm(Bench bench) throws Exception {
        LeaderElection election = Polls.leading(bench, bench.open(), bench.electionName());
        String term = number(election.leadership().orElseThrow());
        Diary late = diary(election);
        late.tells(bench, List.of("elected " + term));
        Diary removed = new Diary();
        var registration = election.addListener(removed);
        removed.tells(bench, List.of("elected " + term));
        registration.close();
        election.leave();
        late.tells(bench, List.of("elected " + term, "LEFT " + term));
        bench.pause(bench.timing().moment());
        Check.equal(1, removed.entries.size(), "how often a listener was told that was removed after the first time");
    }

    @LockRule(
            id = "E22",
            statement =
                    "A listener that blocks or throws keeps neither the leader from being renewed nor others from hearing.",
            why = "Listeners are the application's, and applications have bugs.",
            lookAt = "listeners on the thread that renews, or on one thread for all",
            kinds = {"K20"},
            needs = LockCapability.RENEWAL,
            election = true)
    void badListenersHarmNobody(Bench bench) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try {
            LockClient client = bench.openRenewed();
            LeaderElection election = bench.election(client, bench.electionName());
            var blocking = election.addListener(leadership -> awaitQuietly(end));
            var throwing = election.addListener(leadership -> {
                throw new IllegalStateException("on purpose");
            });
            Diary diary = diary(election);
            LeaderElection second = bench.election(client, bench.electionName());
            Diary other = diary(second);
            election.join();
            second.join();
            Leadership term = Polls.term(election, bench.timing().prompt(), "as the only candidate");
            Leadership otherTerm = Polls.term(second, bench.timing().prompt(), "as the only candidate");
            diary.tells(bench, List.of("elected " + number(term)));
            other.tells(bench, List.of("elected " + number(otherTerm)));
            bench.pause(bench.timing().lease().multipliedBy(2));
            Check.that(term.isCurrent() && otherTerm.isCurrent(), "a listener that blocks cost the leadership");
            blocking.close();
            throwing.close();
        } finally {
            end.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @LockRule(
            id = "E23",
            statement = "A listener may call the election: resign, wait for the next term, and leave.",
            why = "The place where one hears of something is where one acts on it.",
            lookAt = "a mutex that is held around callbacks",
            kinds = {"K20"},
            election = true)
    void listenerMayAct(Bench bench) throws Exception {
        String name = bench.electionName();
        LeaderElection election = bench.election(bench.open(), name);
        LeaderElection other = bench.election(bench.open(), name);
        AtomicBoolean first = new AtomicBoolean(true);
        CountDownLatch done = new CountDownLatch(1);
        var unused = election.addListener(leadership -> {
            if (first.compareAndSet(true, false)) {
                other.join();
                election.resign();
                done.countDown();
            } else {
                election.leave();
            }
        });
        election.join();
        bench.eventually(bench.timing().prompt(), "that another leads after a listener has resigned", other::isLeader);
        bench.eventually(bench.timing().prompt(), "that resign() in a listener returns", () -> done.getCount() == 0);
        other.leave();
        bench.eventually(bench.timing().prompt(), "that a listener leaves", () -> !election.isCandidate());
    }
}
