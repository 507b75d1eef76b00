package io.lockspi.tck.history;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who waits for one lock, in the order of arrival, and how often each was overtaken. Not thread-safe. */
final class WaitingRoom {
    /** One acquire that waits. */
    static final class Waiter {
        final Event invoked;
        private int bypassed;

        Waiter(Event invoked) {
            this.invoked = invoked;
        }

        int bypassed() {
            return bypassed;
        }
    }

    private record Key(int process, long operation) {}

    private final Map<Key, Waiter> waiters = new LinkedHashMap<>();

    void enter(Event invoked) {
        waiters.put(key(invoked), new Waiter(invoked));
    }

    /** Ends a wait; null if it was none. */
    @Nullable
    Waiter leave(Event answer) {
        return waiters.remove(key(answer));
    }

    /** Counts a grant as overtaking all who came before the one that got it and could have taken it. */
    void overtaken(Waiter granted, Set<Integer> unable) {
        for (Waiter waiter : waiters.values()) {
            if (waiter.invoked.nanos() >= granted.invoked.nanos()) {
                return;
            }
            if (!unable.contains(waiter.invoked.process())) {
                waiter.bypassed++;
            }
        }
    }

    /** Who has waited longest of those who could take the lock; null if nobody waits. */
    @Nullable
    Waiter first(Set<Integer> unable) {
        for (Waiter waiter : waiters.values()) {
            if (!unable.contains(waiter.invoked.process())) {
                return waiter;
            }
        }
        return null;
    }

    void removeProcess(int process) {
        Iterator<Waiter> all = waiters.values().iterator();
        while (all.hasNext()) {
            if (all.next().invoked.process() == process) {
                all.remove();
            }
        }
    }

    Iterable<Waiter> all() {
        return waiters.values();
    }

    private static Key key(Event event) {
        return new Key(event.process(), event.operation());
    }
}
