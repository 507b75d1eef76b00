package io.lockspi.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims that are looked at together, with one entry of the agenda for all that are due at one time. An entry for each of ten
 * thousand would cost more than their renewal: most of it by links between old and young objects, which the garbage
 * collector has to follow. Thread-safe; a claim joins and leaves under the mutex of its state.
 */
final class Rounds {
    private final Engine engine;
    private final Consumer<Tenure> look;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Map<Long, Round> rounds = new HashMap<>();

    /**
     * No rounds yet.
     *
     * @param engine its agenda tells when one is due
     * @param look what is done with each claim of a round; may find that it has left meanwhile; if it fails, the others are
     *     looked at all the same
     */
    Rounds(Engine engine, Consumer<Tenure> look) {
        this.engine = engine;
        this.look = look;
    }

    private static final class Round {
        /** In the order of their arrival; {@code null} where one has left. */
        final List<@Nullable Tenure> members = new ArrayList<>();

        int present;
        Agenda.@Nullable Entry entry;
    }

    /** Lets a claim that is in no round be looked at at that time. */
    void join(Tenure tenure, long dueNanos) {
        mutex.lock();
        try {
            Round round = rounds.get(dueNanos);
            if (round == null) {
                round = new Round();
                rounds.put(dueNanos, round);
                round.entry = engine.agenda().at(dueNanos, () -> run(dueNanos));
            }
            tenure.roundNanos = dueNanos;
            tenure.placeInRound = round.members.size();
            round.members.add(tenure);
            round.present++;
        } finally {
            mutex.unlock();
        }
    }

    /** Takes a claim out of its round, if it is in one that has not begun. */
    void leave(Tenure tenure) {
        int place = tenure.placeInRound;
        if (place == Tenure.IN_NO_ROUND) {
            return;
        }
        tenure.placeInRound = Tenure.IN_NO_ROUND;
        mutex.lock();
        try {
            Round round = rounds.get(tenure.roundNanos);
            // The round may have begun, and another may have got its time.
            if (round == null || place >= round.members.size() || round.members.get(place) != tenure) {
                return;
            }
            round.members.set(place, null);
            if (--round.present == 0) {
                rounds.remove(tenure.roundNanos);
                if (round.entry != null) {
                    round.entry.cancel();
                }
            }
        } finally {
            mutex.unlock();
        }
    }

    private void run(long dueNanos) {
        Round round;
        mutex.lock();
        try {
            round = rounds.remove(dueNanos);
        } finally {
            mutex.unlock();
        }
        if (round != null) {
            for (Tenure tenure : round.members) {
                if (tenure != null) {
                    Agenda.runGuarded(() -> look.accept(tenure));
                }
            }
        }
    }
}
