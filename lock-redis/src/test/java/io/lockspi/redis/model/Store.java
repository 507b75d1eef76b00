package io.lockspi.redis.model;

import static io.lockspi.redis.model.State.ALIVE;
import static io.lockspi.redis.model.State.COUNTER;
import static io.lockspi.redis.model.State.FENCE;
import static io.lockspi.redis.model.State.MAIL;
import static io.lockspi.redis.model.State.OWNS;
import static io.lockspi.redis.model.State.PLACE;
import static io.lockspi.redis.model.State.PROVISIONAL;
import static io.lockspi.redis.model.State.QUEUE_TTL;
import static io.lockspi.redis.model.State.SURPLUS;
import static io.lockspi.redis.model.State.TOKEN;
import static io.lockspi.redis.model.State.TOMBSTONE;
import static io.lockspi.redis.model.State.TTL;

/** The scripts, line for line as far as they decide anything. Each call is one atomic step. */
public final class Store {
    /** What the acquire script answers. */
    public enum Reply {
        GRANTED,
        HELD,
        REFUSED
    }

    private final Config config;
    private final boolean keepsMail;

    public Store(Config config) {
        this.config = config;
        this.keepsMail = config.is(Weakness.NO_POLL) || config.is(Weakness.MESSAGE_IS_A_GRANT);
    }

    /** acquire.lua. */
    public Reply acquire(State s, int claim, boolean wait) {
        if (s.get(claim, TOMBSTONE) > 0) {
            return Reply.REFUSED;
        }
        int owner = s.owner();
        if (owner >= 0 && owner != claim) {
            if (wait) {
                enter(s, claim);
            }
            return Reply.HELD;
        }
        if (owner == claim) {
            s.set(TTL, Math.max(s.get(TTL), config.lease()));
            if (config.is(Weakness.ACQUIRE_IS_COUNTED_TWICE) && s.get(PROVISIONAL) == 0) {
                s.set(SURPLUS, 1);
            }
            s.set(PROVISIONAL, 0);
            return Reply.GRANTED;
        }
        int head = liveHead(s);
        if (wait && head >= 0 && head != claim && !config.is(Weakness.WAITER_IGNORES_THE_QUEUE)) {
            enter(s, claim);
            passOn(s);
            return Reply.HELD;
        }
        if (head >= 0) {
            leave(s, claim);
        }
        grant(s, claim, config.lease());
        return Reply.GRANTED;
    }

    /** renew.lua. */
    public boolean renew(State s, int claim) {
        int owner = s.owner();
        if (owner < 0 && makesMissingKey(s, claim)) {
            s.set(claim, OWNS, 1);
            s.set(FENCE, s.get(claim, TOKEN));
            s.set(TTL, config.lease());
            return true;
        }
        boolean mine = owner == claim || (owner >= 0 && config.is(Weakness.RENEWAL_WITHOUT_OWNER_CHECK));
        if (mine) {
            s.set(TTL, Math.max(s.get(TTL), config.lease()));
            s.set(COUNTER, Math.max(s.get(COUNTER), s.get(FENCE)));
            s.set(PROVISIONAL, 0);
        }
        return mine;
    }

    private boolean makesMissingKey(State s, int claim) {
        boolean guarded = config.is(Weakness.GUARDED_RENEWAL_WITHOUT_RAISED_COUNTER)
                || config.is(Weakness.GUARDED_RENEWAL_WITH_RAISED_COUNTER);
        return config.is(Weakness.RENEWAL_MAKES_A_MISSING_KEY) || (guarded && s.get(COUNTER) <= s.get(claim, TOKEN));
    }

    /** release.lua. True if the claim was the owner. */
    public boolean release(State s, int claim, boolean unanswered) {
        int owner = s.owner();
        boolean mine = owner == claim || (owner >= 0 && config.is(Weakness.RELEASE_WITHOUT_OWNER_CHECK));
        if (mine && s.get(SURPLUS) == 1) {
            s.set(SURPLUS, 0);
            return true;
        }
        int top = Math.max(s.get(claim, TOKEN), mine ? s.get(FENCE) : 0);
        if (mine) {
            free(s);
        }
        if (unanswered && !config.is(Weakness.NO_TOMBSTONE)) {
            s.set(claim, TOMBSTONE, config.lease());
        }
        if (top > 0 && !config.is(Weakness.GUARDED_RENEWAL_WITHOUT_RAISED_COUNTER)) {
            s.set(COUNTER, Math.max(s.get(COUNTER), top + 1));
        }
        if (!mine) {
            leave(s, claim);
        }
        if (mine || owner < 0) {
            passOn(s);
        }
        return mine;
    }

    /** Passes a free lock to the first live waiter. */
    void passOn(State s) {
        int head = liveHead(s);
        if (head < 0 || s.get(head, ALIVE) == 0) {
            return;
        }
        int grace = Math.min(config.lease(), Math.max(Config.MIN_GRACE, s.get(head, ALIVE)));
        leave(s, head);
        int counter = s.get(COUNTER);
        grant(s, head, config.is(Weakness.PASSED_LOCK_DOES_NOT_EXPIRE) ? 0 : grace);
        if (config.is(Weakness.PASSED_LOCK_KEEPS_THE_TOKEN)) {
            s.set(COUNTER, counter);
            s.set(FENCE, counter);
        }
        s.set(PROVISIONAL, 1);
        s.set(head, MAIL, keepsMail ? 1 : 0);
    }

    private void grant(State s, int claim, int ttl) {
        int fence = s.get(COUNTER) + (config.is(Weakness.BLOCKS_OVERLAP) ? 1 : Config.BLOCK);
        s.set(COUNTER, fence);
        s.set(FENCE, fence);
        s.set(TTL, ttl);
        s.set(claim, OWNS, 1);
    }

    /** The first waiter that is alive; drops the dead ones before it. */
    private int liveHead(State s) {
        int first = s.nextInQueue(0);
        while (first >= 0 && s.get(first, ALIVE) == 0 && !config.is(Weakness.DEAD_HEADS_ARE_KEPT)) {
            leave(s, first);
            first = s.nextInQueue(0);
        }
        return first;
    }

    private void enter(State s, int claim) {
        if (s.get(claim, PLACE) == 0) {
            int last = 0;
            for (int other = 0; other < s.claims; other++) {
                last = Math.max(last, s.get(other, PLACE));
            }
            s.set(claim, PLACE, last + 1);
        }
        s.set(claim, ALIVE, config.liveness());
        s.set(QUEUE_TTL, config.liveness());
    }

    private static void leave(State s, int claim) {
        s.set(claim, PLACE, 0);
        s.set(claim, ALIVE, 0);
    }

    static void free(State s) {
        s.set(s.owner(), OWNS, 0);
        s.set(TTL, 0);
        s.set(FENCE, 0);
        s.set(PROVISIONAL, 0);
        s.set(SURPLUS, 0);
    }

    /** The store's part of a tick. */
    void tick(State s) {
        if (s.get(TTL) > 0) {
            s.set(TTL, s.get(TTL) - 1);
            if (s.get(TTL) == 0) {
                free(s);
            }
        }
        s.set(QUEUE_TTL, Math.max(0, s.get(QUEUE_TTL) - 1));
        for (int claim = 0; claim < s.claims; claim++) {
            s.set(claim, TOMBSTONE, Math.max(0, s.get(claim, TOMBSTONE) - 1));
            s.set(claim, ALIVE, Math.max(0, s.get(claim, ALIVE) - 1));
            if (s.get(QUEUE_TTL) == 0) {
                s.set(claim, PLACE, 0);
            }
        }
    }
}
