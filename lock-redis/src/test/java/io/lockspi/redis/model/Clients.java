package io.lockspi.redis.model;

import static io.lockspi.redis.model.State.ANSWER;
import static io.lockspi.redis.model.State.ANSWER_IS_OLD;
import static io.lockspi.redis.model.State.ANSWER_TOKEN;
import static io.lockspi.redis.model.State.ASKED;
import static io.lockspi.redis.model.State.BELIEVED;
import static io.lockspi.redis.model.State.CONFIRMED;
import static io.lockspi.redis.model.State.COUNTER;
import static io.lockspi.redis.model.State.DEAD;
import static io.lockspi.redis.model.State.DEADLINE;
import static io.lockspi.redis.model.State.ENDED;
import static io.lockspi.redis.model.State.FLIGHT;
import static io.lockspi.redis.model.State.GRANTED;
import static io.lockspi.redis.model.State.HELD;
import static io.lockspi.redis.model.State.HOLDING;
import static io.lockspi.redis.model.State.MAIL;
import static io.lockspi.redis.model.State.MISSED;
import static io.lockspi.redis.model.State.OLD_REQUEST;
import static io.lockspi.redis.model.State.RELEASE;
import static io.lockspi.redis.model.State.RELEASED;
import static io.lockspi.redis.model.State.RELEASING;
import static io.lockspi.redis.model.State.RENEWAL;
import static io.lockspi.redis.model.State.RENEWED;
import static io.lockspi.redis.model.State.REQUEST;
import static io.lockspi.redis.model.State.STATUS;
import static io.lockspi.redis.model.State.TOKEN;
import static io.lockspi.redis.model.State.WAITING;
import static io.lockspi.redis.model.State.WAITS;

import io.lockspi.redis.model.Config.Ability;

/** What the engine does with its claims: what it sends, and what it makes of the answers. */
final class Clients {
    private final Config config;

    Clients(Config config) {
        this.config = config;
    }

    /** Sends an attempt; an earlier one that was answered can arrive no more, unless copies do as they please. */
    void ask(State s, int claim) {
        if (config.can(Ability.WILD_ACQUIRES)) {
            giveUpRequest(s, claim);
        }
        s.set(claim, STATUS, WAITING);
        s.set(claim, FLIGHT, 1);
        s.set(claim, REQUEST, 1 + config.lease());
        s.set(claim, ASKED, 1);
    }

    void start(State s, int claim, boolean waits) {
        s.set(claim, WAITS, waits ? 1 : 0);
        ask(s, claim);
    }

    /** The engine waits for the newest answer no more. */
    void timeout(State s, int claim) {
        doubt(s, claim);
        if (s.get(claim, WAITS) == 0) {
            release(s, claim);
        }
    }

    private static void doubt(State s, int claim) {
        s.set(claim, FLIGHT, 0);
        s.set(claim, MISSED, 1);
        s.set(claim, ANSWER_IS_OLD, s.get(claim, ANSWER) > 0 ? 1 : 0);
        giveUpRequest(s, claim);
    }

    private static void giveUpRequest(State s, int claim) {
        if (s.get(claim, REQUEST) > 0) {
            s.set(claim, OLD_REQUEST, s.get(claim, REQUEST));
            s.set(claim, REQUEST, 0);
        }
    }

    void giveUp(State s, int claim) {
        if (config.is(Weakness.GIVES_UP_WITHOUT_RELEASE)) {
            s.set(claim, STATUS, ENDED);
        } else {
            abandon(s, claim);
        }
    }

    private void abandon(State s, int claim) {
        if (s.get(claim, FLIGHT) == 1) {
            doubt(s, claim);
        }
        release(s, claim);
    }

    /** Begins to release, and sends that. */
    void release(State s, int claim) {
        s.set(claim, STATUS, RELEASING);
        s.set(claim, RELEASE, 1);
    }

    void renew(State s, int claim) {
        s.set(claim, RENEWAL, 1 + config.lease());
    }

    void forget(State s, int claim) {
        s.set(claim, STATUS, s.get(claim, CONFIRMED) == 1 ? ENDED : DEAD);
    }

    /** All claims of this claim's client die; those that have ended, have. */
    void crash(State s, int claim) {
        for (int other = 0; other < s.claims; other++) {
            if (s.clientOf(other) == s.clientOf(claim) && s.get(other, STATUS) != ENDED) {
                s.set(other, STATUS, DEAD);
            }
        }
    }

    // ---- answers --------------------------------------------------------------------------------------------------

    void answered(State s, int claim) {
        int answer = s.get(claim, ANSWER);
        boolean current = s.get(claim, ANSWER_IS_OLD) == 0;
        int token = s.get(claim, ANSWER_TOKEN);
        s.set(claim, ANSWER, 0);
        if (current) {
            s.set(claim, FLIGHT, 0);
            if (!config.can(Ability.WILD_ACQUIRES)) {
                s.set(claim, REQUEST, 0);
            }
        }
        if (answer == HELD) {
            if (s.get(claim, WAITS) == 0) {
                s.set(claim, STATUS, ENDED);
            }
        } else if (config.is(Weakness.VALIDITY_FROM_THE_ANSWER)) {
            hold(s, claim, config.lease(), token);
        } else if (answer == GRANTED) {
            abandon(s, claim);
        } else {
            hold(s, claim, answer - GRANTED, token);
        }
    }

    private void hold(State s, int claim, int validity, int token) {
        if (s.get(claim, FLIGHT) == 1) {
            doubt(s, claim);
        }
        s.set(claim, STATUS, HOLDING);
        s.set(claim, DEADLINE, validity);
        s.set(claim, TOKEN, token);
        if (token - Config.BLOCK + 1 <= s.get(BELIEVED) && s.get(BELIEVED) > 0) {
            s.broken = "I2: a token is not above those of earlier holders";
        }
        s.set(BELIEVED, Math.max(token, s.get(BELIEVED)));
    }

    void told(State s, int claim) {
        s.set(claim, MAIL, 0);
        if (config.is(Weakness.MESSAGE_IS_A_GRANT)) {
            hold(s, claim, config.lease(), s.get(COUNTER));
        } else {
            ask(s, claim);
        }
    }

    void renewed(State s, int claim) {
        int answer = s.get(claim, RENEWED);
        s.set(claim, RENEWED, 0);
        if (answer == 1) {
            release(s, claim);
        } else {
            s.set(claim, DEADLINE, Math.max(s.get(claim, DEADLINE), answer - 1));
        }
    }

    void released(State s, int claim) {
        s.set(claim, RELEASED, 0);
        if (s.get(claim, MISSED) == 0) {
            s.set(claim, STATUS, ENDED);
        } else {
            s.set(claim, CONFIRMED, 1);
        }
    }

    // ---- time -----------------------------------------------------------------------------------------------------

    /** What a tick does to a claim and to its messages. */
    void tick(State s, int claim) {
        s.set(claim, ASKED, 0);
        lower(s, claim, REQUEST, 1);
        lower(s, claim, OLD_REQUEST, 1);
        lower(s, claim, RENEWAL, 1);
        if (s.get(claim, ANSWER) > GRANTED) {
            s.set(claim, ANSWER, s.get(claim, ANSWER) - 1);
        }
        int renewed = s.get(claim, RENEWED);
        // "Valid for no time" would look like "not mine", and says nothing.
        s.set(claim, RENEWED, renewed == 2 ? 0 : renewed > 2 ? renewed - 1 : renewed);
        if (s.get(claim, STATUS) == HOLDING) {
            lower(s, claim, DEADLINE, 0);
            if (s.get(claim, DEADLINE) == 0) {
                release(s, claim);
            }
        }
    }

    private static void lower(State s, int claim, int field, int least) {
        if (s.get(claim, field) > least) {
            s.set(claim, field, s.get(claim, field) - 1);
        }
    }
}
