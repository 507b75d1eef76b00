package io.lockspi.redis.model;

import io.lockspi.redis.model.Config.Ability;

/** The systems whose every state is looked at with all rules in force, and how many states each has at least. */
enum Examined {
    /** Two clients, all that can go wrong except dying. */
    TWO_CLIENTS(false, 100_000, two().timed(2, 1).without(Ability.CRASH).without(Ability.WILD_ACQUIRES)),
    /** A dying holder, a dying head, and somebody behind them. */
    THREE_CLIENTS_THAT_DIE(false, 38_000, three().only(Ability.CRASH)),
    /** Late renewals and releases of a claim, while its client is at the next one. */
    NEXT_CLAIM_OF_THE_SAME_CLIENT(false, 100_000, twoOfOne().timed(2, 1).only(Ability.RENEW, Ability.COPIES)),
    /** A lease shorter than the time for which a waiter counts as alive. */
    SHORT_LEASE(false, 30_000, two().timed(1, 2).only(Ability.TIMEOUT, Ability.GIVE_UP, Ability.CRASH)),
    /** What the rules do not protect from: copies after the answer, and acquires more than a lease late. */
    WILD_ACQUIRES(false, 5_000, two().timed(2, 1).only(Ability.COPIES, Ability.WILD_ACQUIRES)),

    TWO_CLIENTS_LONG(true, 1_000_000, two()),
    THREE_CLIENTS_THAT_LEAVE(true, 100_000, three().only(Ability.CRASH, Ability.GIVE_UP));

    final boolean soak;
    final int atLeast;

    @SuppressWarnings("ImmutableEnumChecker") // it copies its sets
    final Config config;

    Examined(boolean soak, int atLeast, Config config) {
        this.soak = soak;
        this.atLeast = atLeast;
        this.config = config;
    }

    private static Config two() {
        return Config.of(1, 1);
    }

    private static Config three() {
        return Config.of(1, 1, 1);
    }

    private static Config twoOfOne() {
        return Config.of(2, 1);
    }
}
