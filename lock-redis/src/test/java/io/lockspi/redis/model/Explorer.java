package io.lockspi.redis.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks through all states, breadth first, so that the first violation is a shortest one. Not thread-safe. */
public final class Explorer {
    /** The line of a trace after which only a wait is shown. */
    static final String CALM = "from here on all messages arrive, and all live clients do what they should";

    private final Config config;
    private final Moves moves;
    private final Invariants invariants;
    private final StateTable table;
    private final int[] possible = new int[Moves.MOST];
    private final long[] packed;
    private final String rule;
    private long transitions;

    /**
     * What was found.
     *
     * @param states how many states there are, or were looked at before the violation
     * @param transitions how many moves were made
     * @param violation the broken rule, or {@code null}
     * @param trace how it came to that: a move and the state after it, on each line
     * @param patience the longest wait in ticks once all messages are delivered; -1 if a violation came first
     */
    public record Result(
            int states, long transitions, @Nullable String violation, List<String> trace, int patience) {
        /** The rule's number, as in "I1"; empty if all is well. */
        public String rule() {
            return violation == null ? "" : violation.substring(0, violation.indexOf(':'));
        }
    }

    public Explorer(Config config) {
        this(config, "");
    }

    /** Looks for violations of one rule only, as in "I1"; of all if it is empty. */
    public Explorer(Config config, String rule) {
        this.rule = rule;
        this.config = config;
        this.moves = new Moves(config);
        this.invariants = new Invariants(config);
        State first = new State(config);
        this.packed = new long[first.words()];
        this.table = new StateTable(first.words());
        first.pack(packed);
        table.add(packed, -1);
    }

    /** Explores, then looks at each state's way out. */
    public Result run() {
        State before = new State(config);
        State after = new State(config);
        for (int index = 0; index < table.size(); index++) {
            table.read(index, before);
            int count = moves.possible(before, possible);
            for (int i = 0; i < count; i++) {
                after.copyFrom(before);
                moves.apply(after, possible[i]);
                transitions++;
                String violation = invariants.broken(before, possible[i], after);
                if (violation != null && violation.startsWith(rule)) {
                    List<Integer> path = new ArrayList<>(path(index));
                    return new Result(table.size(), transitions, violation, told(path, before, possible[i]), -1);
                }
                after.pack(packed);
                table.add(packed, index);
            }
        }
        return "I5".startsWith(rule) ? waits() : new Result(table.size(), transitions, null, List.of(), -1);
    }

    private Result waits() {
        CalmWaits calm = new CalmWaits(config, moves, table);
        int longest = 0;
        for (int index = 0; index < table.size(); index++) {
            int wait = calm.longestFrom(index);
            longest = Math.max(longest, wait);
            if (wait > config.patience()) {
                String violation = wait == CalmWaits.FOR_EVER
                        ? "I5: a live waiter never gets the lock"
                        : "I5: a live waiter waits for " + wait + " ticks, more than " + config.patience();
                List<String> trace = new ArrayList<>(told(path(index), null, 0));
                trace.add(CALM);
                trace.addAll(calm.example(index));
                return new Result(table.size(), transitions, violation, trace, wait);
            }
        }
        return new Result(table.size(), transitions, null, List.of(), longest);
    }

    private List<Integer> path(int index) {
        List<Integer> path = new ArrayList<>();
        for (int at = index; at >= 0; at = table.parent(at)) {
            path.add(at);
        }
        Collections.reverse(path);
        return path;
    }

    /** Plays a path again from the start, so that each client keeps its name, and makes one more move if one is given. */
    private List<String> told(List<Integer> path, @Nullable State lastBefore, int lastMove) {
        List<String> lines = new ArrayList<>();
        State now = new State(config);
        State next = new State(config);
        for (int i = 1; i < path.size(); i++) {
            step(now, next, path.get(i), lines);
        }
        if (lastBefore != null) {
            // The names differ from those of the packed state: any move that breaks a rule will do.
            int count = moves.possible(now, possible);
            for (int i = 0; i < count; i++) {
                next.copyFrom(now);
                moves.apply(next, possible[i]);
                if (Move.kind(possible[i]) == Move.kind(lastMove) && isViolation(now, possible[i], next)) {
                    lines.add(Move.describe(possible[i], now) + "  ->  " + next);
                    break;
                }
            }
        }
        return lines;
    }

    private boolean isViolation(State now, int move, State next) {
        String violation = invariants.broken(now, move, next);
        return violation != null && violation.startsWith(rule);
    }

    private void step(State now, State next, int target, List<String> lines) {
        int count = moves.possible(now, possible);
        for (int i = 0; i < count; i++) {
            next.copyFrom(now);
            moves.apply(next, possible[i]);
            next.pack(packed);
            if (table.find(packed) == target) {
                lines.add(Move.describe(possible[i], now) + "  ->  " + next);
                now.copyFrom(next);
                return;
            }
        }
        throw new IllegalStateException("state " + target + " is not reached from its parent");
    }
}
