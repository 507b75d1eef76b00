package io.lockspi.tck.toy;

import io.lockspi.tck.NodeFaults;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Five stores in memory that keep what they know when they are killed. Thread-safe. */
public final class Panel implements NodeFaults {
    static final int SIZE = 5;

    private final ReentrantLock lock = new ReentrantLock();
    private final Member[] members = new Member[SIZE];

    public Panel() {
        for (int i = 0; i < SIZE; i++) {
            members[i] = new Member();
        }
    }

    /** Who has a lock on one member, and until when. */
    record Place(String claimId, long deadlineNanos) {
        boolean isOver() {
            return deadlineNanos - System.nanoTime() <= 0;
        }
    }

    /** One store. */
    public static final class Member {
        private boolean killed;
        private boolean paused;
        private final Map<String, Place> places = new HashMap<>();
        private final Queue<Runnable> later = new ArrayDeque<>();
        private long highest;

        /** The highest token that it knows of. */
        public long highest() {
            return highest;
        }

        public void remember(long token) {
            highest = Math.max(highest, token);
        }

        boolean answers() {
            return !killed && !paused;
        }

        @Nullable
        Place place(String name) {
            Place place = places.get(name);
            return place == null || place.isOver() ? null : place;
        }

        void put(String name, Place place) {
            places.put(name, place);
        }

        void remove(String name, String claimId) {
            Place place = places.get(name);
            if (place != null && place.claimId().equals(claimId)) {
                places.remove(name);
            }
        }

        /** What is repeated until it is done. */
        void whenItAnswers(Runnable action) {
            if (answers()) {
                action.run();
            } else {
                later.add(action);
            }
        }

        private void catchUp() {
            while (answers() && !later.isEmpty()) {
                later.remove().run();
            }
        }
    }

    /** What is done with the members. */
    interface Action<T> {
        T on(Member[] members);
    }

    <T> T with(Action<T> action) {
        lock.lock();
        try {
            return action.on(members);
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable action) {
        lock.lock();
        try {
            action.run();
            for (Member member : members) {
                member.catchUp();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int size() {
        return SIZE;
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public void kill(int node) {
        change(() -> members[node].killed = true);
    }

    @Override
    public void start(int node) {
        change(() -> members[node].killed = false);
    }

    @Override
    public void pause(int node) {
        change(() -> members[node].paused = true);
    }

    @Override
    public void resume(int node) {
        change(() -> members[node].paused = false);
    }
}
