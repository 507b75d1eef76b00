package io.lockspi.redis.failover;

import static io.lockspi.redis.failover.State.*;

import io.lockspi.redis.failover.Setting.Ability;

/** Which steps a state allows, and what each does. A step is a number: what, to which claim, on which server, and a choice. */
final class Steps {
    static final int MOST = 512;

    enum Kind {
        TICK("time passes"),
        ACQUIRE("%s asks n%d for the lock"),
        ACQUIRE_BY_A_SLOW_CLOCK("%s asks n%d, whose clock is behind, for the lock"),
        CONFIRM("%s is answered by n%d"),
        FAIL("%s gets no answer"),
        RENEW("%s is renewed on n%d"),
        DELAY("%s sends a renewal that is late"),
        LATE_RENEWAL("late renewal of %s arrives at n%d"),
        UNLOCK("%s unlocks or gives up"),
        RELEASE("release of %s arrives at n%d"),
        STORE_EPOCH("n%2$d is asked and stores its new epoch"),
        BEGIN("n%2$d begins its quarantine"),
        REPLICATE("n%2$d replicates to n%3$d"),
        PROMOTE("n%2$d is promoted"),
        PROMOTE_LATE("n%2$d is promoted, and the key is over by its clock"),
        FOLLOW("n%3$d follows n%2$d from now on"),
        RESTART("n%2$d restarts"),
        RESTART_EMPTY("n%2$d restarts without its data");

        final String words;

        Kind(String words) {
            this.words = words;
        }

        @SuppressWarnings("EnumOrdinal") // a step is a number only inside one run
        int of(int claim, int server, int choice) {
            return ((ordinal() * 4 + claim) * 4 + server) * 4 + choice;
        }
    }

    private static final Kind[] KINDS = Kind.values();
    /** A release that passes the lock to nobody. */
    private static final int NOBODY = 3;

    private final Setting setting;
    private final Servers servers;
    private int[] into = new int[0];
    private int count;

    Steps(Setting setting) {
        this.setting = setting;
        this.servers = new Servers(setting);
    }

    static String described(int step) {
        Kind kind = KINDS[step >> 6];
        String text = String.format(kind.words, State.name(step >> 4 & 3), step >> 2 & 3, step & 3);
        return kind == Kind.RELEASE && (step & 3) != NOBODY
                ? text + ", which passes it to " + State.name(step & 3)
                : text;
    }

    /** Fills in all steps that are possible; returns how many. */
    int possible(State s, int[] steps) {
        into = steps;
        count = 0;
        add(Kind.TICK, 0, 0, 0);
        for (int server = 0; server < SERVERS; server++) {
            if (s.isMaster(server)) {
                ofMaster(s, server);
            } else if (s.whole(PROMOTIONS) < setting.promotions()) {
                add(Kind.PROMOTE, 0, server, 0);
                if (s.server(server, OWNER) != 0) {
                    add(Kind.PROMOTE_LATE, 0, server, 0);
                }
            }
        }
        for (int c = 0; c < s.claims; c++) {
            ofClaim(s, c);
        }
        return count;
    }

    private void add(Kind kind, int claim, int server, int choice) {
        into[count++] = kind.of(claim, server, choice);
    }

    private void ofMaster(State s, int m) {
        if (servers.findsNewEpoch(s, m)) {
            add(Kind.STORE_EPOCH, 0, m, 0);
        }
        if (s.server(m, QUARANTINE) == ACKNOWLEDGED) {
            add(Kind.BEGIN, 0, m, 0);
        }
        for (int r = 0; r < SERVERS; r++) {
            if (r != m && s.server(r, FOLLOWS) == m) {
                add(Kind.REPLICATE, 0, m, r);
            }
            if (servers.mayFollow(s, r, m)) {
                add(Kind.FOLLOW, 0, m, r);
            }
        }
        if (s.whole(RESTARTS) < setting.restarts()) {
            add(setting.may(Ability.DATA_LOSS) ? Kind.RESTART_EMPTY : Kind.RESTART, 0, m, 0);
        }
    }

    private void ofClaim(State s, int c) {
        int status = s.claim(c, STATUS);
        boolean quiet = s.claim(c, REQUEST) == 0;
        if (!quiet) {
            add(Kind.FAIL, c, 0, 0);
            if (s.claim(c, ACKED) == 1) {
                add(Kind.CONFIRM, c, s.claim(c, AT), 0);
            }
        }
        if (status == WAITING || status == HOLDING) {
            add(Kind.UNLOCK, c, 0, 0);
        }
        if (status == HOLDING && setting.may(Ability.LATE_RENEWALS) && s.claim(c, LATE) == 0) {
            add(Kind.DELAY, c, 0, 0);
        }
        for (int m = 0; m < SERVERS; m++) {
            if (s.isMaster(m)) {
                ofClaimAt(s, c, m, quiet);
            }
        }
    }

    private void ofClaimAt(State s, int c, int m, boolean quiet) {
        int status = s.claim(c, STATUS);
        if (quiet && status <= WAITING && servers.mayAcquire(s, c, m)) {
            add(Kind.ACQUIRE, c, m, 0);
            if (s.server(m, OWNER) == 0 && s.server(m, RANK) > 0 && setting.is(Rule.CLOCK_SEEDS_TOKENS)) {
                add(Kind.ACQUIRE_BY_A_SLOW_CLOCK, c, m, 0);
            }
        }
        boolean renewable = servers.mayRenew(s, c, m);
        if (quiet && status == HOLDING && renewable) {
            add(Kind.RENEW, c, m, 0);
        }
        if (s.claim(c, LATE) == 1 && renewable) {
            add(Kind.LATE_RENEWAL, c, m, 0);
        }
        if (s.claim(c, RELEASE) == 1) {
            add(Kind.RELEASE, c, m, NOBODY);
            for (int other = 0; other < s.claims; other++) {
                if (servers.mayPass(s, c, m, other)) {
                    add(Kind.RELEASE, c, m, other);
                }
            }
        }
    }

    void apply(State s, int step) {
        int c = step >> 4 & 3;
        int m = step >> 2 & 3;
        int choice = step & 3;
        switch (KINDS[step >> 6]) {
            case TICK -> tick(s);
            case ACQUIRE -> servers.acquire(s, c, m, false);
            case ACQUIRE_BY_A_SLOW_CLOCK -> servers.acquire(s, c, m, true);
            case CONFIRM -> confirm(s, c);
            case FAIL -> fail(s, c);
            case RENEW -> servers.renew(s, c, m, false);
            case DELAY -> s.claim(c, LATE, 1);
            case LATE_RENEWAL -> servers.renew(s, c, m, true);
            case UNLOCK -> end(s, c);
            case RELEASE -> servers.release(s, c, m, choice == NOBODY ? -1 : choice);
            case STORE_EPOCH -> servers.storeEpoch(s, m);
            case BEGIN -> s.server(m, QUARANTINE, setting.lease());
            case REPLICATE -> servers.replicate(s, m, choice);
            case PROMOTE -> servers.promote(s, m, false);
            case PROMOTE_LATE -> servers.promote(s, m, true);
            case FOLLOW -> servers.follow(s, choice, m);
            case RESTART -> servers.restart(s, m, false);
            case RESTART_EMPTY -> servers.restart(s, m, true);
        }
        lookForTwo(s);
    }

    private boolean mayStillCount(State s, int c) {
        return s.claim(c, REQUEST) == State.RENEW && !setting.is(Rule.RENEWAL_IN_TIME);
    }

    private void confirm(State s, int c) {
        if (s.claim(c, REQUEST) == State.ACQUIRE) {
            int token = s.claim(c, REQUEST_TOKEN);
            s.claim(c, STATUS, HOLDING);
            s.claim(c, TOKEN, token);
            if (token <= s.whole(TOP)) {
                s.broken = "P2: a token is not above those of earlier holders";
            }
            s.whole(TOP, Math.max(s.whole(TOP), token));
        }
        s.claim(c, BELIEF, Math.max(s.claim(c, BELIEF), s.claim(c, REQUEST_BELIEF)));
        s.claim(c, HOME, 1 + s.claim(c, AT));
        s.dropRequest(c);
    }

    private static void lookForTwo(State s) {
        int believers = 0;
        for (int c = 0; c < s.claims; c++) {
            believers += s.claim(c, BELIEF) > 0 ? 1 : 0;
        }
        if (believers > 1) {
            s.broken = "P1: two claims believe to hold the lock";
        }
    }

    private static void fail(State s, int c) {
        s.dropRequest(c);
        if (s.claim(c, STATUS) == HOLDING && s.claim(c, BELIEF) == 0) {
            end(s, c);
        }
    }

    private static void end(State s, int c) {
        s.claim(c, STATUS, OVER);
        s.claim(c, BELIEF, 0);
        s.claim(c, RELEASE, 1);
        s.dropRequest(c);
    }

    private void tick(State s) {
        servers.tick(s);
        for (int c = 0; c < s.claims; c++) {
            if (s.claim(c, REQUEST) != 0) {
                s.claim(c, REQUEST_BELIEF, s.claim(c, REQUEST_BELIEF) - 1);
                if (s.claim(c, REQUEST_BELIEF) == 0) {
                    fail(s, c);
                }
            }
            if (s.claim(c, BELIEF) > 0) {
                s.claim(c, BELIEF, s.claim(c, BELIEF) - 1);
                if (s.claim(c, BELIEF) == 0 && !mayStillCount(s, c)) {
                    end(s, c);
                }
            }
        }
    }
}
