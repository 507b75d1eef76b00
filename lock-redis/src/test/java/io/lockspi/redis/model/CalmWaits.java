package io.lockspi.redis.model;

import static io.lockspi.redis.model.State.*;

import io.lockspi.redis.model.Config.Ability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long waiters wait once the trouble is over: every message that is on its way arrives, in any order, holders unlock, and
 * time passes only when nothing else is left to do. The worst order of each moment counts. All these moves are among those of
 * the exploration, so all states are known.
 */
final class CalmWaits {
    static final int FOR_EVER = 100;

    private static final byte UNKNOWN = -1;
    private static final byte BUSY = -2;

    private final Config config;
    private final Moves moves;
    private final StateTable table;
    private final byte[] waits;
    private final long[] packed;

    CalmWaits(Config config, Moves moves, StateTable table) {
        this.config = config;
        this.moves = moves;
        this.table = table;
        this.waits = new byte[table.size()];
        Arrays.fill(waits, UNKNOWN);
        this.packed = new long[new State(config).words()];
    }

    /** Ticks until all waiters of this state have had the lock, at worst. */
    int longestFrom(int index) {
        if (waits[index] == BUSY) {
            return FOR_EVER;
        }
        if (waits[index] != UNKNOWN) {
            return waits[index];
        }
        State now = new State(config);
        table.read(index, now);
        int longest = 0;
        if (hasWaiter(now)) {
            waits[index] = BUSY;
            int[] calm = new int[Moves.MOST];
            int count = calmMoves(now, calm);
            for (int i = 0; i < count; i++) {
                int wait = longestFrom(after(now, calm[i])) + (Move.kind(calm[i]) == Move.TICK ? 1 : 0);
                longest = Math.max(longest, Math.min(wait, FOR_EVER));
            }
        }
        waits[index] = (byte) longest;
        return longest;
    }

    private int after(State now, int move) {
        State next = new State(config);
        next.copyFrom(now);
        moves.apply(next, move);
        Move loss = lossAfter(now, move);
        if (loss != Move.TICK) {
            moves.apply(next, loss.of(Move.claim(move)));
        }
        next.pack(packed);
        int index = table.find(packed);
        if (index < 0) {
            throw new IllegalStateException("not explored: " + Move.describe(move, now) + " -> " + next);
        }
        return index;
    }

    /** A request arrives once now; one whose answer is awaited goes with the answer. */
    private Move lossAfter(State s, int move) {
        if (!config.can(Ability.COPIES)) {
            return Move.TICK;
        }
        return switch (Move.kind(move)) {
            case REQUEST_ARRIVES -> isAwaited(s, Move.claim(move)) ? Move.TICK : Move.REQUEST_IS_LOST;
            case OLD_REQUEST_ARRIVES -> Move.OLD_REQUEST_IS_LOST;
            case RENEWAL_ARRIVES -> Move.RENEWAL_IS_LOST;
            case RELEASE_ARRIVES -> Move.RELEASE_IS_LOST;
            default -> Move.TICK;
        };
    }

    private static boolean isAwaited(State s, int claim) {
        return s.get(claim, STATUS) == WAITING && s.get(claim, FLIGHT) == 1;
    }

    private static boolean hasWaiter(State s) {
        for (int claim = 0; claim < s.claims; claim++) {
            if (s.get(claim, STATUS) == WAITING && s.get(claim, WAITS) == 1) {
                return true;
            }
        }
        return false;
    }

    private int calmMoves(State s, int[] into) {
        int all = moves.possible(s, into);
        int count = 0;
        for (int i = 0; i < all; i++) {
            if (isCalm(s, into[i])) {
                into[count++] = into[i];
            }
        }
        if (count == 0) {
            into[count++] = Move.TICK.of(0);
        }
        return count;
    }

    private boolean isCalm(State s, int move) {
        int claim = Move.claim(move);
        return switch (Move.kind(move)) {
            case REQUEST_ARRIVES -> !isAwaited(s, claim) || s.get(claim, ANSWER) == 0;
            case OLD_REQUEST_ARRIVES,
                    ANSWER_ARRIVES,
                    RENEWAL_ARRIVES,
                    RENEWED_ARRIVES,
                    RELEASE_ARRIVES,
                    RELEASED_ARRIVES,
                    MAIL_ARRIVES -> !Move.losesAnswer(move);
            case UNLOCK -> true;
            case SEND_RELEASE -> s.get(claim, CONFIRMED) == 0 && s.get(claim, RELEASED) == 0;
            case ASK_AGAIN -> s.get(claim, ASKED) == 0;
            case TIMEOUT -> s.get(claim, REQUEST) == 0 && s.get(claim, ANSWER) == 0;
            default -> false;
        };
    }

    /** One worst way, for people. */
    List<String> example(int from) {
        List<String> lines = new ArrayList<>();
        State now = new State(config);
        int[] calm = new int[Moves.MOST];
        int index = from;
        for (int steps = 0; steps < 40 && waits[index] > 0; steps++) {
            table.read(index, now);
            int count = calmMoves(now, calm);
            int best = calm[0];
            int worst = -1;
            for (int i = 0; i < count; i++) {
                int wait = waits[after(now, calm[i])] + (Move.kind(calm[i]) == Move.TICK ? 1 : 0);
                if (wait > worst) {
                    worst = wait;
                    best = calm[i];
                }
            }
            index = after(now, best);
            String line = Move.describe(best, now);
            table.read(index, now);
            lines.add(line + "  ->  " + now);
        }
        return lines;
    }
}
