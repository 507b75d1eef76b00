package io.lockspi.redis.failover;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What is looked at. Immutable.
 *
 * @param rules the rules in force
 * @param abilities what may happen beside grants, renewals, releases, replication and promotions
 * @param claims how many claims there are, each of a client of its own, 2 or 3
 * @param promotions how often a replica is promoted at most, up to 3
 * @param restarts how often a master restarts at most, up to 3
 * @param lease ticks for which a server keeps a claim, up to 3; as long is the quarantine
 */
record Setting(Set<Rule> rules, Set<Ability> abilities, int claims, int promotions, int restarts, int lease) {

    /** What may happen beside the plain course of things. */
    enum Ability {
        /** Held locks have waiters; a release passes the lock on. */
        QUEUE,
        /** A renewal arrives at any time later, at any master, as often as it likes. */
        LATE_RENEWALS,
        /** A master that restarts may have lost its data. */
        DATA_LOSS
    }

    Setting {
        if (claims > State.MOST_CLAIMS || promotions > 3 || restarts > 3 || lease > 3) {
            throw new IllegalArgumentException("the model's fields hold 3 claims, promotions, restarts and ticks");
        }
        rules = Collections.unmodifiableSet(copy(rules, Rule.class));
        abilities = Collections.unmodifiableSet(copy(abilities, Ability.class));
    }

    private static <E extends Enum<E>> Set<E> copy(Set<E> set, Class<E> type) {
        EnumSet<E> copy = EnumSet.noneOf(type);
        copy.addAll(set);
        return copy;
    }

    /** Two claims, one promotion, leases of two ticks, and nothing but these rules. */
    static Setting of(Set<Rule> rules) {
        return new Setting(rules, Set.of(), 2, 1, 0, 2);
    }

    Setting can(Ability... more) {
        Set<Ability> all = copy(abilities, Ability.class);
        all.addAll(Set.of(more));
        return new Setting(rules, all, claims, promotions, restarts, lease);
    }

    Setting without(Rule rule) {
        Set<Rule> fewer = copy(rules, Rule.class);
        fewer.remove(rule);
        return new Setting(fewer, abilities, claims, promotions, restarts, lease);
    }

    Setting claims(int number) {
        return new Setting(rules, abilities, number, promotions, restarts, lease);
    }

    Setting failures(int newPromotions, int newRestarts) {
        return new Setting(rules, abilities, claims, newPromotions, newRestarts, lease);
    }

    Setting lease(int ticks) {
        return new Setting(rules, abilities, claims, promotions, restarts, ticks);
    }

    boolean is(Rule rule) {
        return rules.contains(rule);
    }

    boolean may(Ability ability) {
        return abilities.contains(ability);
    }

    /** For how long a client believes at most, in ticks of the servers, if its clock is as slow as a clock may be. */
    int belief() {
        return is(Rule.DRIFT_MARGIN) ? lease : lease + 1;
    }
}
