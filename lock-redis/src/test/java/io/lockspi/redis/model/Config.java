package io.lockspi.redis.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is explored: how many clients with how many claims one after the other, what they may do, and which rules are weak.
 * Immutable.
 *
 * @param claimsOfClients how many acquisitions each client begins at most
 * @param lease ticks for which the store keeps a claim, at most 3
 * @param liveness ticks for which a waiter counts as alive, at most 3
 * @param abilities what may happen beside the plain course of things
 * @param weak the rules that are left out
 */
public record Config(
        List<Integer> claimsOfClients, int lease, int liveness, Set<Ability> abilities, Set<Weakness> weak) {

    /** The shortest time in ticks for which a passed lock waits for its receiver, unless its lease is shorter. */
    static final int MIN_GRACE = 1;

    /** How many tokens one grant reserves. */
    static final int BLOCK = 2;

    /** What may happen beside the plain course of things. */
    public enum Ability {
        /** Attempts that do not wait. */
        SINGLE,
        /** Holders renew. */
        RENEW,
        /** Clients die, and all they know with them. */
        CRASH,
        /** Attempts stay unanswered until the client does not wait for the answer any more. */
        TIMEOUT,
        /** Waiters go away. */
        GIVE_UP,
        /** Requests arrive more than once, some of them late. */
        COPIES,
        /** Copies of an acquire arrive even after its answer, and acquires more than a lease late. */
        WILD_ACQUIRES
    }

    public Config {
        if (lease > 3 || liveness > 3) {
            throw new IllegalArgumentException("The model's fields hold 3 ticks at most");
        }
        claimsOfClients = List.copyOf(claimsOfClients);
        abilities = Collections.unmodifiableSet(copy(abilities, Ability.class));
        weak = Collections.unmodifiableSet(copy(weak, Weakness.class));
    }

    private static <E extends Enum<E>> Set<E> copy(Set<E> set, Class<E> type) {
        EnumSet<E> copy = EnumSet.noneOf(type);
        copy.addAll(set);
        return copy;
    }

    /** Clients with these numbers of claims, a lease of 3 ticks, a liveness of 2, and everything but wild acquires. */
    public static Config of(Integer... claimsOfClients) {
        Set<Ability> abilities = EnumSet.complementOf(EnumSet.of(Ability.WILD_ACQUIRES));
        return new Config(List.of(claimsOfClients), 3, 2, abilities, Set.of());
    }

    /** The same with nothing but these abilities. */
    public Config only(Ability... wanted) {
        return new Config(claimsOfClients, lease, liveness, Set.of(wanted), weak);
    }

    /** The same without one ability. */
    public Config without(Ability unwanted) {
        Set<Ability> fewer = copy(abilities, Ability.class);
        fewer.remove(unwanted);
        return new Config(claimsOfClients, lease, liveness, fewer, weak);
    }

    /** The same with one ability more. */
    public Config with(Ability wanted) {
        Set<Ability> more = copy(abilities, Ability.class);
        more.add(wanted);
        return new Config(claimsOfClients, lease, liveness, more, weak);
    }

    /** The same with one weak rule. */
    public Config weakened(Weakness weakness) {
        return new Config(claimsOfClients, lease, liveness, abilities, Set.of(weakness));
    }

    /** The same with another lease and liveness, in ticks. */
    public Config timed(int newLease, int newLiveness) {
        return new Config(claimsOfClients, newLease, newLiveness, abilities, weak);
    }

    boolean is(Weakness weakness) {
        return weak.contains(weakness);
    }

    boolean can(Ability ability) {
        return abilities.contains(ability);
    }

    public int clients() {
        return claimsOfClients.size();
    }

    public int claims() {
        return claimsOfClients.stream().mapToInt(Integer::intValue).sum();
    }

    /** The client of each claim; the claims of one client are neighbours. */
    int[] clientOfClaims() {
        List<Integer> clients = new ArrayList<>();
        for (int client = 0; client < clients(); client++) {
            clients.addAll(Collections.nCopies(claimsOfClients.get(client), client));
        }
        return clients.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Ticks after which each live waiter has had the lock: a lease for a dead holder, and a grace for a dead head. */
    int patience() {
        return lease + liveness;
    }
}
