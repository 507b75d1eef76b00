package io.lockspi.tck.history;

import io.lockspi.tck.history.BruteForceMutex.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A small random history, good or bad, as events for the checker and as operations for the search. */
final class RandomHistory {
    private final SplittableRandom random;
    private final List<Event> events = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private final int owners;
    private long operation;

    RandomHistory(long seed) {
        random = new SplittableRandom(seed);
        owners = 2 + random.nextInt(3);
        int spread = 10 + random.nextInt(200);
        for (int owner = 0; owner < owners; owner++) {
            tell(owner, spread);
        }
    }

    List<Operation> operations() {
        return operations;
    }

    History history() {
        return History.of("random", events);
    }

    /** What one owner does, one thing after the other, at times of which no two are equal. */
    private void tell(int owner, int spread) {
        long time = owner + 1 + owners * (long) random.nextInt(spread);
        int acquires = 1 + random.nextInt(2);
        for (int i = 0; i < acquires; i++) {
            operation++;
            long invoked = time;
            long answered = after(invoked, spread);
            add(EventKind.INVOKE_ACQUIRE, owner, invoked);
            int outcome = random.nextInt(10);
            if (outcome == 0) {
                add(EventKind.NOT_ACQUIRED, owner, answered);
            } else if (outcome <= 2) {
                // The answer to an unknown one may never come; it can take effect at any time.
                if (outcome == 1) {
                    add(EventKind.ACQUIRE_UNKNOWN, owner, answered);
                }
                operations.add(new Operation(owner, true, invoked, Long.MAX_VALUE, true));
            } else {
                operations.add(new Operation(owner, true, invoked, answered, false));
                answered = hold(owner, answered, spread);
            }
            if (answered < 0) {
                return;
            }
            time = after(answered, spread);
        }
    }

    /** Holds and releases; returns the time after that, -1 if the owner died. */
    private long hold(int owner, long acquired, int spread) {
        boolean hasDeadline = random.nextInt(4) == 0;
        long deadline = after(acquired, spread);
        events.add(Event.of(EventKind.ACQUIRED, 1, owner, operation, "a")
                .value(hasDeadline ? deadline : 0)
                .at(acquired));
        long released = after(acquired, spread);
        int outcome = random.nextInt(12);
        if (outcome == 0) {
            // Died: the store may free it at any time after it was last seen.
            operations.add(new Operation(owner, false, acquired, Long.MAX_VALUE, true));
            return -1;
        }
        if (outcome == 1) {
            add(EventKind.LOST, owner, released);
            end(owner, hasDeadline ? Math.min(released, deadline) : released, Long.MAX_VALUE, true);
            return released;
        }
        add(EventKind.INVOKE_RELEASE, owner, released);
        long from = hasDeadline ? Math.min(released, deadline) : released;
        long confirmed = after(released, spread);
        if (outcome <= 3) {
            add(outcome == 2 ? EventKind.RELEASE_UNKNOWN : EventKind.RELEASE_FAILED, owner, confirmed);
            end(owner, from, Long.MAX_VALUE, true);
        } else {
            add(EventKind.RELEASED, owner, confirmed);
            end(owner, from, confirmed, false);
        }
        return confirmed;
    }

    private void end(int owner, long from, long to, boolean optional) {
        operations.add(new Operation(owner, false, from, to, optional));
    }

    private void add(EventKind kind, int owner, long at) {
        events.add(Event.of(kind, 1, owner, operation, "a").at(at));
    }

    private long after(long time, int spread) {
        return time + owners * (1L + random.nextInt(spread / 4 + 1));
    }
}
