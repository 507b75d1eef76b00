package io.lockspi.redis.model;

import static io.lockspi.redis.model.State.*;

import io.lockspi.redis.model.Config.Ability;

/** Forgets what can make no difference any more, so that states that behave alike are one. */
final class Normalizer {
    private final boolean keepsAll;
    private final boolean wild;
    private final boolean keepsTokens;
    private final boolean reuses;
    private final boolean trustsOldAnswers;
    private final int[] small = new int[64];

    Normalizer(Config config, boolean keepsAll) {
        this.keepsAll = keepsAll;
        this.wild = config.can(Ability.WILD_ACQUIRES);
        this.trustsOldAnswers = config.is(Weakness.VALIDITY_FROM_THE_ANSWER);
        this.reuses = config.is(Weakness.SAME_ID_AFTER_A_RELEASE);
        this.keepsTokens = config.is(Weakness.RENEWAL_MAKES_A_MISSING_KEY)
                || config.is(Weakness.GUARDED_RENEWAL_WITHOUT_RAISED_COUNTER)
                || config.is(Weakness.GUARDED_RENEWAL_WITH_RAISED_COUNTER);
    }

    void normalize(State s) {
        for (int claim = 0; claim < s.claims; claim++) {
            claim(s, claim);
        }
        closeGapsInQueue(s);
        shrinkTokens(s);
    }

    private void claim(State s, int claim) {
        int status = s.get(claim, STATUS);
        if (status != WAITING) {
            clear(s, claim, FLIGHT, ANSWER, MAIL, ASKED);
        }
        if (s.get(claim, ANSWER) == 0) {
            clear(s, claim, ANSWER_IS_OLD, ANSWER_TOKEN);
        } else if (s.get(claim, ANSWER) == HELD || (s.get(claim, ANSWER) == GRANTED && !trustsOldAnswers)) {
            clear(s, claim, ANSWER_TOKEN);
        }
        if (status != HOLDING) {
            clear(s, claim, DEADLINE, RENEWED);
            s.set(claim, RENEWAL, Math.min(s.get(claim, RENEWAL), 1));
        }
        if (status != RELEASING) {
            clear(s, claim, CONFIRMED, RELEASED);
        }
        if (status == ENDED || status == DEAD) {
            if (s.get(claim, RELEASE) == 0) {
                clear(s, claim, MISSED);
            }
        }
        if ((status == RELEASING || status == ENDED) && !wild && !reuses) {
            // What is older than a lease does not arrive in a world that is not wild.
            forgetOldest(s, claim, REQUEST);
            forgetOldest(s, claim, OLD_REQUEST);
        }
        if (status == DEAD && !keepsAll && s.get(claim, REQUEST) + s.get(claim, OLD_REQUEST) > 0) {
            s.set(claim, REQUEST, 0);
            s.set(claim, OLD_REQUEST, 1);
        }
        if (status != WAITING && s.get(claim, REQUEST) + s.get(claim, OLD_REQUEST) == 0) {
            clear(s, claim, WAITS);
            if (status != HOLDING && !reuses && !keepsAll) {
                clear(s, claim, TOMBSTONE);
            }
        }
        if (!keepsTokens) {
            clear(s, claim, TOKEN);
        }
    }

    private static void forgetOldest(State s, int claim, int field) {
        if (s.get(claim, field) == 1) {
            s.set(claim, field, 0);
        }
    }

    private static void clear(State s, int claim, int... fields) {
        for (int field : fields) {
            s.set(claim, field, 0);
        }
    }

    private static void closeGapsInQueue(State s) {
        int place = 0;
        for (int next = s.nextInQueue(0); next >= 0; next = s.nextInQueue(place)) {
            s.set(next, PLACE, ++place);
        }
        if (place == 0) {
            s.set(QUEUE_TTL, 0);
        }
    }

    /** Moves tokens together: their order stays, and a distance stays unless it is more than a block. */
    private void shrinkTokens(State s) {
        long used = 1L << s.get(COUNTER) | 1L << s.get(FENCE) | 1L << s.get(BELIEVED);
        for (int claim = 0; claim < s.claims; claim++) {
            used |= 1L << s.get(claim, ANSWER_TOKEN) | 1L << s.get(claim, TOKEN);
        }
        int last = 0;
        for (long left = used & ~1L; left != 0; left &= left - 1) {
            int value = Long.numberOfTrailingZeros(left);
            small[value] = small[last] + Math.min(value - last, Config.BLOCK);
            last = value;
        }
        if (small[last] == last) {
            return;
        }
        s.set(COUNTER, small[s.get(COUNTER)]);
        s.set(FENCE, small[s.get(FENCE)]);
        s.set(BELIEVED, small[s.get(BELIEVED)]);
        for (int claim = 0; claim < s.claims; claim++) {
            s.set(claim, ANSWER_TOKEN, small[s.get(claim, ANSWER_TOKEN)]);
            s.set(claim, TOKEN, small[s.get(claim, TOKEN)]);
        }
    }
}
