package io.lockspi.redis.model;

import static io.lockspi.redis.model.State.*;

import io.lockspi.redis.model.Config.Ability;
import org.jspecify.annotations.Nullable;

/** What must hold in each state and at each move. A broken rule is told by its number and in words. */
final class Invariants {
    private final Config config;
    private final Store store;
    private final State expected;

    Invariants(Config config) {
        this.config = config;
        this.store = new Store(config);
        this.expected = new State(config);
    }

    @Nullable
    String broken(State before, int move, State after) {
        if (after.broken != null) {
            return after.broken;
        }
        String found = twoBelieve(after);
        found = found == null ? endless(after) : found;
        found = found == null ? leftBehind(after) : found;
        if (found == null && isRequest(Move.kind(move))) {
            found = foreignHand(before, Move.claim(move), after);
            found = found == null ? lateEffect(before, move, after) : found;
            found = found == null ? overtaking(before, move, after) : found;
        }
        return found;
    }

    private static boolean isRequest(Move kind) {
        return switch (kind) {
            case REQUEST_ARRIVES, OLD_REQUEST_ARRIVES, RENEWAL_ARRIVES, RELEASE_ARRIVES -> true;
            default -> false;
        };
    }

    private static @Nullable String twoBelieve(State s) {
        int believers = 0;
        for (int claim = 0; claim < s.claims; claim++) {
            believers += s.get(claim, STATUS) == HOLDING ? 1 : 0;
        }
        return believers > 1 ? "I1: two claims believe to hold the lock" : null;
    }

    /** Nothing without expiry, and a passed lock waits no longer than its receiver counts as alive. */
    private @Nullable String endless(State s) {
        int longest = s.get(PROVISIONAL) == 1 ? Math.max(Config.MIN_GRACE, config.liveness()) : config.lease();
        int owner = s.owner();
        boolean bad = owner >= 0 && (s.get(TTL) == 0 || s.get(TTL) > longest);
        return bad ? "I4: the lock of " + s.name(owner) + " does not expire in time" : null;
    }

    private @Nullable String leftBehind(State s) {
        for (int claim = 0; claim < s.claims && !config.can(Ability.WILD_ACQUIRES); claim++) {
            if (s.get(claim, STATUS) == ENDED && (s.get(claim, OWNS) == 1 || s.get(claim, PLACE) > 0)) {
                return "I4: " + s.name(claim) + " has ended and is still in the store";
            }
        }
        return null;
    }

    /** Nobody's message touches a lock that somebody else holds. */
    private static @Nullable String foreignHand(State before, int claim, State after) {
        int owner = before.owner();
        boolean changed = after.owner() != owner || after.get(TTL) != before.get(TTL);
        return owner >= 0 && owner != claim && changed
                ? "I3: a message of " + before.name(claim) + " changes the lock of " + before.name(owner)
                : null;
    }

    /** What arrives after its claim has ended does nothing, except that a release passes a free lock on, as any poll does. */
    private @Nullable String lateEffect(State before, int move, State after) {
        int claim = Move.claim(move);
        if (before.get(claim, STATUS) != ENDED || config.can(Ability.WILD_ACQUIRES)) {
            return null;
        }
        expected.copyFrom(before);
        if (Move.kind(move) == Move.RELEASE_ARRIVES && before.owner() < 0) {
            store.passOn(expected);
        }
        boolean same = expected.owner() == after.owner() && expected.get(TTL) == after.get(TTL);
        for (int other = 0; other < before.claims; other++) {
            boolean queued = expected.get(other, PLACE) > 0;
            same &= queued == after.get(other, PLACE) > 0 && expected.get(other, ALIVE) == after.get(other, ALIVE);
        }
        return same ? null : "I3: a late message of " + before.name(claim) + " has an effect";
    }

    /** Of two waiters in the queue the first is served first, unless it was silent for its liveness. */
    private static @Nullable String overtaking(State before, int move, State after) {
        int owner = after.owner();
        if (owner < 0 || before.owner() == owner) {
            return null;
        }
        int place = before.get(owner, PLACE);
        boolean barges = place == 0 && before.get(owner, WAITS) == 0;
        for (int other = 0; other < before.claims && !barges; other++) {
            int ahead = before.get(other, PLACE);
            boolean passedBy = ahead > 0 && (place == 0 || ahead < place) && before.get(other, ALIVE) > 0;
            boolean leaves = other == Move.claim(move) && Move.kind(move) == Move.RELEASE_ARRIVES;
            if (passedBy && other != owner && !leaves) {
                return "I6: " + before.name(owner) + " overtakes " + before.name(other);
            }
        }
        return null;
    }
}
