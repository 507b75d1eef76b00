package io.lockspi.redis.failover;

import io.lockspi.redis.failover.Setting.Ability;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** From what everybody ships to {@code failover=safe}, a rule more on each step, and what each step is worth. */
enum Ladder {
    PLAIN("P1"),
    ACKNOWLEDGED("P1", Rule.ACKNOWLEDGED),
    QUARANTINE("P1", Rule.QUARANTINE),
    BOTH("P1", Rule.ACKNOWLEDGED, Rule.QUARANTINE),
    FROM_THE_EPOCH("P1", Rule.ACKNOWLEDGED, Rule.QUARANTINE, Rule.FROM_ACKNOWLEDGED_EPOCH),
    NOTHING_WHILE_PENDING(
            "", Rule.ACKNOWLEDGED, Rule.QUARANTINE, Rule.FROM_ACKNOWLEDGED_EPOCH, Rule.NOTHING_WHILE_PENDING);

    /** What holds on all steps. */
    private static final Set<Rule> COMMON = EnumSet.of(
            Rule.ROLE_CHANGE_FAILS,
            Rule.NO_GRANT_BY_OLD_KEY,
            Rule.DRIFT_MARGIN,
            Rule.CLOCK_SEEDS_TOKENS,
            Rule.RELEASE_RAISES_PAST);

    /** The promise that breaks, or nothing. */
    final String broken;

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final Set<Rule> rules;

    Ladder(String broken, Rule... rules) {
        this.broken = broken;
        this.rules = EnumSet.noneOf(Rule.class);
        Collections.addAll(this.rules, rules);
    }

    Setting setting() {
        Set<Rule> all = EnumSet.copyOf(COMMON);
        all.addAll(rules);
        return Setting.of(all);
    }

    /** All rules, and how much of their consequences is looked at. */
    enum Whole {
        SHORT_LATE_RENEWALS(false, all().can(Ability.LATE_RENEWALS).lease(1)),
        SHORT_HAND_OVER(false, all().can(Ability.QUEUE).lease(1)),
        LATE_RENEWALS(true, all().can(Ability.LATE_RENEWALS)),
        RESTART_WITHOUT_DATA(false, all().failures(0, 1).can(Ability.LATE_RENEWALS, Ability.DATA_LOSS)),
        HAND_OVER(true, all().can(Ability.QUEUE)),
        LATE_RENEWALS_AND_HAND_OVER(true, all().can(Ability.LATE_RENEWALS, Ability.QUEUE)),
        TWO_PROMOTIONS(true, all().failures(2, 0)),
        PROMOTION_AND_RESTART(true, all().failures(1, 1)),
        PROMOTION_AND_DATA_LOSS(true, all().failures(1, 1).can(Ability.DATA_LOSS)),
        SHORT_THREE_CLAIMS(true, all().claims(3).lease(1));

        final boolean soak;

        @SuppressWarnings("ImmutableEnumChecker") // it copies its sets
        final Setting setting;

        Whole(boolean soak, Setting setting) {
            this.soak = soak;
            this.setting = setting;
        }
    }

    static Setting all() {
        return Setting.of(EnumSet.allOf(Rule.class));
    }
}
