package io.lockspi.redis.failover;

import static io.lockspi.redis.failover.State.COUNTER;
import static io.lockspi.redis.failover.State.FENCE;
import static io.lockspi.redis.failover.State.REQUEST_TOKEN;
import static io.lockspi.redis.failover.State.SERVERS;
import static io.lockspi.redis.failover.State.TOKEN;
import static io.lockspi.redis.failover.State.TOP;

import java.util.Arrays;

/**
 * Tokens are seeded by the clock, which goes on for ever; to keep the number of states finite, a token is stored by its distance
 * from now, and those that no seed can reach any more move together, in their order.
 */
final class Tokens {
    /** What the clock says now; 0 is no token. */
    private static final int NOW = 100;
    /** By how much it rises in a tick: more than all grants of one tick raise the counter. */
    private static final int TICK = 8;
    /** Two old tokens are never further apart than this, so that "one more" keeps its meaning. */
    private static final int GAP = 2;

    private final Setting setting;
    private final int[] old = new int[2 * SERVERS + 2 * State.MOST_CLAIMS + 1];

    Tokens(Setting setting) {
        this.setting = setting;
    }

    /** The token of a grant, by a clock that is right, or behind by almost the quarantine. */
    int next(State s, int server, boolean behind) {
        int counted = s.server(server, COUNTER) + 1;
        int seed = behind ? NOW - TICK * setting.lease() + TICK : NOW;
        return setting.is(Rule.CLOCK_SEEDS_TOKENS) ? Math.max(counted, seed) : counted;
    }

    void tick(State s) {
        if (!setting.is(Rule.CLOCK_SEEDS_TOKENS)) {
            return;
        }
        int count = 0;
        for (int i = 0; i < old.length; i++) {
            old[count++] = get(s, i);
        }
        Arrays.sort(old);
        int oldest = NOW - TICK * setting.lease();
        // From the highest down: what is above the oldest seed moves by a tick, the rest follows closely.
        int[] moved = new int[old.length];
        int above = oldest;
        int gap = GAP;
        for (int i = old.length - 1; i >= 0 && old[i] > 0; i--) {
            moved[i] = Math.max(old[i] - TICK, Math.min(oldest, above) - Math.min(gap, GAP));
            above = moved[i];
            gap = i == 0 ? 0 : old[i] - old[i - 1];
        }
        for (int i = 0; i < old.length; i++) {
            int token = get(s, i);
            if (token > 0) {
                set(s, i, moved[Arrays.binarySearch(old, token)]);
            }
        }
    }

    private static int get(State s, int index) {
        if (index < 2 * SERVERS) {
            return s.server(index / 2, index % 2 == 0 ? FENCE : COUNTER);
        }
        int rest = index - 2 * SERVERS;
        return rest < 2 * State.MOST_CLAIMS ? s.claim(rest / 2, rest % 2 == 0 ? TOKEN : REQUEST_TOKEN) : s.whole(TOP);
    }

    private static void set(State s, int index, int token) {
        if (index < 2 * SERVERS) {
            s.server(index / 2, index % 2 == 0 ? FENCE : COUNTER, token);
            return;
        }
        int rest = index - 2 * SERVERS;
        if (rest < 2 * State.MOST_CLAIMS) {
            s.claim(rest / 2, rest % 2 == 0 ? TOKEN : REQUEST_TOKEN, token);
        } else {
            s.whole(TOP, token);
        }
    }
}
