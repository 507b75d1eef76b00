package io.lockspi.redis.failover;

import io.lockspi.redis.model.StateTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks through all states, breadth first, so that the first violation is a shortest one. Not thread-safe. */
final class Search {
    /**
     * What was found.
     *
     * @param states how many states there are, or were found before the violation
     * @param violation the broken promise, or {@code null}
     * @param trace how it came to that: a step and the state after it, on each line
     */
    record Result(int states, @Nullable String violation, List<String> trace) {
        /** The promise's number, as in "P1"; empty if all is well. */
        String promise() {
            return violation == null ? "" : violation.substring(0, 2);
        }
    }

    private final Setting setting;
    private final Steps steps;
    private final Symmetry symmetry;
    private final StateTable table = new StateTable(State.WORDS);
    private final int[] possible = new int[Steps.MOST];
    private final long[] packed = new long[State.WORDS];

    Search(Setting setting) {
        this.setting = setting;
        this.steps = new Steps(setting);
        this.symmetry = new Symmetry(setting);
    }

    Result run() {
        State before = new State(setting);
        State after = new State(setting);
        symmetry.pack(before, packed);
        table.add(packed, -1);
        for (int index = 0; index < table.size(); index++) {
            table.read(index, packed);
            before.unpack(packed);
            int count = steps.possible(before, possible);
            for (int i = 0; i < count; i++) {
                after.copyFrom(before);
                steps.apply(after, possible[i]);
                if (after.broken != null) {
                    return new Result(table.size(), after.broken, told(index, after.broken));
                }
                symmetry.pack(after, packed);
                table.add(packed, index);
            }
        }
        return new Result(table.size(), null, List.of());
    }

    /** Plays a path again from the start, so that each server and claim keeps its name, and breaks the promise at its end. */
    private List<String> told(int last, String violation) {
        Deque<Integer> path = new ArrayDeque<>();
        for (int at = last; table.parent(at) >= 0; at = table.parent(at)) {
            path.push(at);
        }
        List<String> lines = new ArrayList<>();
        State now = new State(setting);
        State next = new State(setting);
        for (int target : path) {
            step(now, next, lines, after -> {
                symmetry.pack(after, packed);
                return table.find(packed) == target;
            });
        }
        step(now, next, lines, after -> violation.equals(after.broken));
        return lines;
    }

    private void step(State now, State next, List<String> lines, java.util.function.Predicate<State> wanted) {
        int count = steps.possible(now, possible);
        for (int i = 0; i < count; i++) {
            next.copyFrom(now);
            steps.apply(next, possible[i]);
            if (wanted.test(next)) {
                lines.add(Steps.described(possible[i]) + "  ->  " + next);
                now.copyFrom(next);
                return;
            }
        }
        throw new IllegalStateException("no step leads on from " + now);
    }
}
