package io.lockspi.redis.failover;

import static io.lockspi.redis.failover.State.*;

import io.lockspi.redis.failover.Setting.Ability;

/** What scripts do on a master, replication, and what happens to servers. Each call is one atomic step. */
final class Servers {
    private final Setting setting;
    private final Tokens tokens;

    Servers(Setting setting) {
        this.setting = setting;
        this.tokens = new Tokens(setting);
    }

    // ---- epochs -------------------------------------------------------------------------------------------------

    /** Whether a script finds an epoch that it has to store before anything else. */
    boolean findsNewEpoch(State s, int m) {
        return setting.is(Rule.QUARANTINE) && s.server(m, KNOWN) == 0;
    }

    void storeEpoch(State s, int m) {
        s.server(m, KNOWN, 1);
        s.server(m, QUARANTINE, setting.is(Rule.FROM_ACKNOWLEDGED_EPOCH) ? PENDING : setting.lease());
    }

    /** Whether renewals are served. */
    boolean serves(State s, int m) {
        boolean pending = s.server(m, QUARANTINE) >= ACKNOWLEDGED;
        return !findsNewEpoch(s, m) && !(pending && setting.is(Rule.NOTHING_WHILE_PENDING));
    }

    boolean grants(State s, int m) {
        return serves(s, m) && s.server(m, QUARANTINE) == 0;
    }

    // ---- scripts ------------------------------------------------------------------------------------------------

    boolean mayAcquire(State s, int c, int m) {
        int owner = s.server(m, OWNER);
        if (owner == 1 + c) {
            return setting.is(Rule.NO_GRANT_BY_OLD_KEY) ? grants(s, m) : serves(s, m);
        }
        boolean waits = (s.server(m, WAITERS) >> c & 1) == 1;
        return owner == 0 ? grants(s, m) : setting.may(Ability.QUEUE) && !waits && serves(s, m);
    }

    void acquire(State s, int c, int m, boolean clockIsBehind) {
        int owner = s.server(m, OWNER);
        s.claim(c, STATUS, WAITING);
        if (owner != 0 && owner != 1 + c) {
            s.server(m, WAITERS, s.server(m, WAITERS) | 1 << c);
            return;
        }
        if (owner == 0) {
            grant(s, c, m, clockIsBehind);
        }
        s.server(m, TTL, setting.lease());
        s.claim(c, REQUEST, ACQUIRE);
        s.claim(c, REQUEST_TOKEN, s.server(m, FENCE));
        sent(s, c, m);
    }

    private void sent(State s, int c, int m) {
        s.claim(c, AT, m);
        s.claim(c, REQUEST_BELIEF, setting.belief());
        s.claim(c, ACKED, setting.is(Rule.ACKNOWLEDGED) ? 0 : 1);
    }

    private void grant(State s, int c, int m, boolean clockIsBehind) {
        int token = tokens.next(s, m, clockIsBehind);
        s.server(m, WAITERS, s.server(m, WAITERS) & ~(1 << c));
        s.server(m, COUNTER, token);
        s.server(m, FENCE, token);
        s.server(m, OWNER, 1 + c);
        s.server(m, TTL, setting.lease());
    }

    /** Whether a renewal finds its claim, or may bring it back. */
    boolean mayRenew(State s, int c, int m) {
        int owner = s.server(m, OWNER);
        return serves(s, m) && (owner == 1 + c || (owner == 0 && mayReassert(s, c, m)));
    }

    private boolean mayReassert(State s, int c, int m) {
        boolean guarded = s.server(m, COUNTER) <= s.claim(c, TOKEN) || !setting.is(Rule.REASSERT_BY_COUNTER);
        boolean elsewhere = s.claim(c, HOME) != 1 + m || !setting.is(Rule.REASSERT_IN_A_NEW_EPOCH);
        return setting.is(Rule.REASSERT) && guarded && elsewhere;
    }

    /** A renewal; {@code late} if nobody waits for its answer. */
    void renew(State s, int c, int m, boolean late) {
        if (s.server(m, OWNER) == 0) {
            reassert(s, c, m);
        }
        s.server(m, TTL, setting.lease());
        s.server(m, COUNTER, Math.max(s.server(m, COUNTER), s.server(m, FENCE)));
        if (!late) {
            s.claim(c, REQUEST, RENEW);
            sent(s, c, m);
        }
    }

    private static void reassert(State s, int c, int m) {
        s.server(m, OWNER, 1 + c);
        s.server(m, FENCE, s.claim(c, TOKEN));
        if ((s.server(m, ENDED) >> c & 1) == 1) {
            s.broken = "P3: a renewal brings a released claim back";
        } else if ((s.server(m, LAPSED) >> c & 1) == 1) {
            s.broken = "P3: a renewal brings a claim back on the server that has dropped it";
        } else if (s.server(m, COUNTER) > s.claim(c, TOKEN)) {
            s.broken = "P3: a renewal brings a claim back on a server that has granted a later one";
        }
    }

    /** A release. A free lock may be passed to any waiter, or to none: those in front may count as dead. */
    void release(State s, int c, int m, int receiver) {
        boolean mine = s.server(m, OWNER) == 1 + c;
        int top = Math.max(s.claim(c, TOKEN), mine ? s.server(m, FENCE) : 0);
        if (mine) {
            s.free(m);
        } else {
            s.server(m, WAITERS, s.server(m, WAITERS) & ~(1 << c));
        }
        if (top > 0) {
            int least = setting.is(Rule.RELEASE_RAISES_PAST) ? top + 1 : top;
            s.server(m, COUNTER, Math.max(s.server(m, COUNTER), least));
            s.server(m, ENDED, s.server(m, ENDED) | 1 << c);
        }
        if (receiver >= 0) {
            grant(s, receiver, m, false);
        }
    }

    /** Whether a release may pass the lock to this waiter. */
    boolean mayPass(State s, int c, int m, int receiver) {
        int owner = s.server(m, OWNER);
        boolean waits = receiver != c && (s.server(m, WAITERS) >> receiver & 1) == 1;
        return waits && grants(s, m) && (owner == 0 || owner == 1 + c);
    }

    // ---- replication and roles ----------------------------------------------------------------------------------

    /** A replica receives all that its master has written, and says so. */
    void replicate(State s, int m, int r) {
        s.copyData(m, r);
        for (int c = 0; c < s.claims; c++) {
            if (s.claim(c, REQUEST) != 0 && s.claim(c, AT) == m) {
                s.claim(c, ACKED, 1);
            }
        }
        if (s.server(m, QUARANTINE) == PENDING) {
            s.server(m, QUARANTINE, ACKNOWLEDGED);
        }
    }

    /** A replica becomes a master; a key may be over by its clock though not by that of the old master, or the other way round. */
    void promote(State s, int r, boolean keyIsOver) {
        if (keyIsOver) {
            s.free(r);
        }
        s.whole(PROMOTIONS, s.whole(PROMOTIONS) + 1);
        s.server(r, FOLLOWS, r);
        s.server(r, RANK, s.whole(PROMOTIONS));
        newEpoch(s, r);
    }

    void restart(State s, int m, boolean dataIsLost) {
        s.whole(RESTARTS, s.whole(RESTARTS) + 1);
        if (dataIsLost) {
            for (int field = OWNER; field <= ENDED; field++) {
                s.server(m, field, 0);
            }
        }
        newEpoch(s, m);
        failRequests(s, m);
    }

    /** Sentinel makes a server follow a master that was promoted later than the one it followed. */
    boolean mayFollow(State s, int r, int m) {
        return m != r && s.isMaster(m) && s.server(m, RANK) > s.server(s.server(r, FOLLOWS), RANK);
    }

    void follow(State s, int r, int m) {
        s.server(r, FOLLOWS, m);
        newEpoch(s, r);
        if (setting.is(Rule.ROLE_CHANGE_FAILS)) {
            failRequests(s, r);
        }
        replicate(s, m, r);
    }

    private static void newEpoch(State s, int server) {
        s.server(server, KNOWN, 0);
        s.server(server, QUARANTINE, 0);
        s.server(server, LAPSED, 0);
        for (int c = 0; c < s.claims; c++) {
            if (s.claim(c, HOME) == 1 + server) {
                s.claim(c, HOME, 0);
            }
        }
    }

    private static void failRequests(State s, int server) {
        for (int c = 0; c < s.claims; c++) {
            if (s.claim(c, REQUEST) != 0 && s.claim(c, AT) == server) {
                s.dropRequest(c);
            }
        }
    }

    // ---- time ---------------------------------------------------------------------------------------------------

    private static void lapse(State s, int server) {
        int c = s.server(server, OWNER) - 1;
        if (s.claim(c, HOME) == 1 + server) {
            s.server(server, LAPSED, s.server(server, LAPSED) | 1 << c);
        }
        s.free(server);
    }

    void tick(State s) {
        for (int i = 0; i < SERVERS; i++) {
            // A replica keeps a key until its master has deleted it.
            if (s.server(i, TTL) > 1) {
                s.server(i, TTL, s.server(i, TTL) - 1);
            } else if (s.server(i, TTL) == 1 && s.isMaster(i)) {
                lapse(s, i);
            }
            int left = s.server(i, QUARANTINE);
            s.server(i, QUARANTINE, left > 0 && left < ACKNOWLEDGED ? left - 1 : left);
        }
        tokens.tick(s);
    }
}
