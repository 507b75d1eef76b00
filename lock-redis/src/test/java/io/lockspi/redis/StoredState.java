package io.lockspi.redis;

import io.lockspi.redis.model.State;
import io.lockspi.redis.node.StoredClaim;
import io.lockspi.servers.RedisProbe;
import io.lockspi.spi.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the server has stored about one lock, read in one moment, and its comparison with the model. */
final class StoredState {
    /** One tick of the model. The scripts' liveness of 3 s ends in the middle of one, and so do their other times. */
    static final long TICK_MILLIS = 2_000;

    /** Requests are sent in the first part of a tick only, so that what ends in its middle has ended at the next. */
    static final long WINDOW_MILLIS = 900;

    private static final long ROUNDING = 2;

    /** What PTTL says of a key that does not exist. */
    private static final long GONE = -2;

    private static final String READ = "local r = {redis.call('GET', KEYS[1]) or '', redis.call('PTTL', KEYS[1]),"
            + " redis.call('GET', KEYS[2]) or '0', redis.call('ZRANGE', KEYS[3], 0, -1), redis.call('PTTL', KEYS[3]),"
            + " redis.call('PTTL', KEYS[4]), {}, {}, 0}"
            + " for i, id in ipairs(r[4]) do r[7][i] = redis.call('HGET', KEYS[4], id) or '' end"
            + " for i = 5, #KEYS do r[8][i - 4] = redis.call('PTTL', KEYS[i]) end"
            + " local t = redis.call('TIME') r[9] = t[1] * 1000 + math.floor(t[2] / 1000) return r";

    private final List<Claim> claims;
    private final List<String> command = new ArrayList<>();
    private long highest;

    StoredState(List<Claim> claims) {
        this.claims = claims;
        LockKeys keys = SharedRedis.keys(claims.get(0).name());
        List<String> all = new ArrayList<>(List.of(keys.lock(), keys.fence(), keys.queue(), keys.waiters()));
        claims.forEach(claim -> all.add(keys.tombstone(claim.id())));
        command.addAll(List.of("EVAL", READ, Integer.toString(all.size())));
        command.addAll(all);
    }

    /** Compares the store with the model's state. */
    void assertLike(State model, boolean grantsAnew, boolean released, RedisProbe probe, Supplier<String> story) {
        List<?> stored = list(probe.command(command.toArray(String[]::new)));
        List<String> differences = new ArrayList<>();
        compare(differences, "owner", owner(text(stored, 0)), model.owner());
        compare(differences, "queue", queue(stored), queue(model));
        compareTime(differences, "lock", number(stored, 1), model.get(State.TTL));
        compareTime(differences, "queue", number(stored, 4), model.get(State.QUEUE_TTL));
        compareTime(differences, "waiters", number(stored, 5), model.get(State.QUEUE_TTL));
        for (int claim = 0; claim < claims.size(); claim++) {
            long left = (Long) list(stored.get(7)).get(claim);
            compareTime(differences, "mark of " + model.name(claim), left, model.get(claim, State.TOMBSTONE));
        }
        compareNotes(differences, stored, model);
        compareTokens(differences, stored, grantsAnew, released);
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    differences + " after\n" + story.get() + "\nmodel " + model + "\nstored " + stored);
        }
    }

    private void compareTokens(List<String> differences, List<?> stored, boolean grantsAnew, boolean released) {
        long counter = Long.parseLong(text(stored, 2));
        if (grantsAnew) {
            long first = counter - claims.get(0).tokens() + 1;
            compare(differences, "tokens " + first + " above " + highest, first > highest, true);
            compare(differences, "fence", StoredClaim.parse(text(stored, 0)).fence(), counter);
        } else {
            compare(differences, "counter", counter, released ? highest + 1 : highest);
        }
        highest = counter;
    }

    private void compareNotes(List<String> differences, List<?> stored, State model) {
        long now = number(stored, 8);
        List<String> ids = queue(stored);
        for (int i = 0; i < ids.size() && ids.equals(queue(model)); i++) {
            String note = text(list(stored.get(6)), i);
            long left = Long.parseLong(note.substring(0, note.indexOf(':'))) - now;
            int ticks = model.get(indexOf(ids.get(i)), State.ALIVE);
            // A note stays when its time is over.
            compareTime(differences, "note " + i, ticks == 0 && left < 0 ? GONE : left, ticks);
        }
    }

    private static void compareTime(List<String> differences, String what, long millis, int ticks) {
        long middle = ticks * TICK_MILLIS - TICK_MILLIS / 2;
        boolean near = ticks == 0 ? millis == GONE : Math.abs(millis - middle) <= WINDOW_MILLIS + ROUNDING;
        if (!near) {
            differences.add(what + " has " + millis + " ms, not " + ticks + " ticks");
        }
    }

    private static void compare(List<String> differences, String what, Object stored, Object model) {
        if (!Objects.equals(stored, model)) {
            differences.add(what + " is " + stored + ", not " + model);
        }
    }

    private int owner(String value) {
        return value.isEmpty() ? -1 : indexOf(StoredClaim.parse(value).claimId());
    }

    private int indexOf(String id) {
        return claims.stream().map(Claim::id).toList().indexOf(id);
    }

    private List<String> queue(State model) {
        List<String> ids = new ArrayList<>();
        int next = model.nextInQueue(0);
        while (next >= 0) {
            ids.add(claims.get(next).id());
            next = model.nextInQueue(model.get(next, State.PLACE));
        }
        return ids;
    }

    private static List<String> queue(List<?> stored) {
        return list(stored.get(3)).stream().map(String::valueOf).toList();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static String text(List<?> stored, int index) {
        return String.valueOf(stored.get(index));
    }

    private static long number(List<?> stored, int index) {
        return (Long) stored.get(index);
    }
}
