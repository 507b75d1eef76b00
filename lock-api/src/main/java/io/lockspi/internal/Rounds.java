package io.lockspi.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

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
        final Agenda.Entry entry;
        final List<Tenure> members = new ArrayList<>();

        Round(Agenda.Entry entry) {
            this.entry = entry;
        }
    }

    /** Lets a claim that is in no round be looked at at that time. */
    void join(Tenure tenure, long dueNanos) {
        mutex.lock();
        try {
            Round round = rounds.get(dueNanos);
            if (round == null) {
                round = new Round(engine.agenda().at(dueNanos, () -> run(dueNanos)));
                rounds.put(dueNanos, round);
            }
            tenure.roundNanos = dueNanos;
            tenure.placeInRound = round.members.size();
            round.members.add(tenure);
            tenure.hasJoinedRound = true;
        } finally {
            mutex.unlock();
        }
    }

    /** Takes a claim out of its round, if it is in one that has not begun. */
    void leave(Tenure tenure) {
        if (!tenure.hasJoinedRound) {
            return;
        }
        tenure.hasJoinedRound = false;
        mutex.lock();
        try {
            Round round = rounds.get(tenure.roundNanos);
            // The round may have begun, and another may have got its time.
            if (round != null && isMember(tenure, round)) {
                remove(tenure, round);
            }
        } finally {
            mutex.unlock();
        }
    }

    private static boolean isMember(Tenure tenure, Round round) {
        int place = tenure.placeInRound;
        return place < round.members.size() && round.members.get(place) == tenure;
    }

    /** Leaves no gap: a claim that joins and leaves all the time would fill the memory with them. */
    private void remove(Tenure tenure, Round round) {
        Tenure last = round.members.remove(round.members.size() - 1);
        if (last != tenure) {
            round.members.set(tenure.placeInRound, last);
            last.placeInRound = tenure.placeInRound;
        }
        if (round.members.isEmpty()) {
            rounds.remove(tenure.roundNanos);
            round.entry.cancel();
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
            // Nobody changes it any more, since nobody finds it.
            round.members.forEach(tenure -> Agenda.runGuarded(() -> look.accept(tenure)));
        }
    }
}
