package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what a candidate tells, as short words in order. */
final class Hearer implements ElectionListener {
    final List<String> heard = new CopyOnWriteArrayList<>();

    static Hearer of(LeaderElection election) {
        Hearer hearer = new Hearer();
        var unused = election.addListener(hearer);
        return hearer;
    }

    @Override
    public void elected(Leadership leadership) {
        heard.add("elected " + leadership.term());
    }

    @Override
    public void deposed(Deposition deposition) {
        heard.add(deposition.reason() + " " + deposition.term());
    }

    /** Lets time go on until so much was told. */
    void hearsWhile(Runnable timeGoesOn, int count) {
        Actor.await("news " + count, () -> {
            timeGoesOn.run();
            return heard.size() >= count;
        });
    }

    /** Waits until all of this was told, and nothing else. */
    void hears(String... words) {
        Rig.awaitSize(heard, words.length);
        assertThat(heard).containsExactly(words);
    }
}
