package io.lockspi.internal;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a correct store does, in one place, with a clock of its own; or a store with one defect, to test the checks. */
final class SimStore {

    /** What is wrong with the store. */
    enum Defect {
        NONE,
        GIVES_AWAY_WHAT_IS_HELD,
        REPEATS_TOKENS,
        RELEASES_FOR_ANYBODY,
        ENDS_CLAIMS_EARLY,
        FORGETS_RELEASES
    }

    private static final String NOBODY = "nobody";

    private final Simulation world;
    private final double rate;
    private final Defect defect;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Long> tombstones = new HashMap<>();
    private final Set<String> revoked = new HashSet<>();

    private static final class Entry {
        @Nullable
        String owner;

        long expires;
        long token;
        long counter;
        boolean late;
        final Map<String, Waiting> waiting = new LinkedHashMap<>();
    }

    /** Somebody who asked to be told; forgotten unless it asks again. */
    private record Waiting(SimNode node, long until) {}

    SimStore(Simulation world, double rate, Defect defect) {
        this.world = world;
        this.rate = rate;
        this.defect = defect;
    }

    private long now() {
        return (long) (world.now() * rate);
    }

    private Entry entry(String name) {
        Entry entry = entries.computeIfAbsent(name, key -> new Entry());
        if (entry.owner != null && now() >= entry.expires) {
            entry.owner = null;
        }
        entry.waiting.values().removeIf(waiting -> now() >= waiting.until);
        return entry;
    }

    private long expiry(long leaseNanos) {
        return now() + (defect == Defect.ENDS_CLAIMS_EARLY ? leaseNanos / 2 : leaseNanos);
    }

    /** An acquire arrives; {@code late} if it was on its way for longer than any mark against it lives. */
    Attempt acquire(SimNode from, Claim claim, boolean wait, boolean late) {
        Entry entry = entry(claim.name());
        Long buried = tombstones.get(claim.id());
        if (buried != null && now() < buried) {
            return new Attempt.Held(null);
        }
        boolean mine = claim.id().equals(entry.owner);
        if (entry.owner == null || (defect == Defect.GIVES_AWAY_WHAT_IS_HELD && !mine && world.chance(20))) {
            entry.counter += claim.tokens();
            entry.token = entry.counter;
            if (defect == Defect.REPEATS_TOKENS && world.chance(5)) {
                entry.counter -= claim.tokens();
            }
            entry.late = late;
            entry.expires = expiry(Nanos.of(claim.lease()));
        } else if (!mine) {
            if (wait && !late) {
                entry.waiting.put(claim.id(), new Waiting(from, expiry(Nanos.of(claim.lease()))));
            }
            return new Attempt.Held(null);
        }
        entry.owner = claim.id();
        entry.waiting.remove(claim.id());
        entry.expires = Math.max(entry.expires, expiry(Nanos.of(claim.lease())));
        return new Attempt.Granted(new Grant(entry.token - claim.tokens() + 1, entry.token, claim.lease()));
    }

    Renewal.Result renew(Renewal renewal, boolean late) {
        Entry entry = entry(renewal.claim().name());
        if (!renewal.claim().id().equals(entry.owner)) {
            return new Renewal.NotMine();
        }
        entry.expires = Math.max(entry.expires, expiry(Nanos.of(renewal.lease())));
        entry.late |= late;
        return new Renewal.Extended(renewal.lease());
    }

    boolean release(Release release) {
        Claim claim = release.claim();
        Entry entry = entry(claim.name());
        entry.waiting.remove(claim.id());
        entry.counter = Math.max(entry.counter, release.topToken());
        if (release.unanswered()) {
            tombstones.put(claim.id(), now() + Nanos.of(claim.lease()) * 11 / 10);
        }
        boolean mine = claim.id().equals(entry.owner);
        if (defect == Defect.FORGETS_RELEASES && world.chance(10)) {
            return mine;
        }
        if (mine || (defect == Defect.RELEASES_FOR_ANYBODY && entry.owner != null)) {
            entry.owner = null;
            entry.waiting.values().forEach(waiting -> world.network().tellFree(waiting.node, claim.name()));
        }
        return mine;
    }

    /** Takes the lock from its holder, and gives it to nobody before the lease is over. Tells whose it was. */
    @Nullable
    String revoke(String name) {
        Entry entry = entry(name);
        String owner = entry.owner;
        if (owner == null || owner.equals(NOBODY)) {
            return null;
        }
        revoked.add(owner);
        entry.owner = NOBODY;
        return owner;
    }

    /** Whether a claim that is believed in is really kept here. */
    boolean keeps(Claim claim) {
        return claim.id().equals(entry(claim.name()).owner) || revoked.contains(claim.id());
    }

    /** The ids that are owners or waiters here, except those that could come too late for any remedy. */
    List<String> remembered(String name) {
        Entry entry = entry(name);
        List<String> ids = new ArrayList<>(entry.waiting.keySet());
        if (entry.owner != null && !entry.owner.equals(NOBODY) && !entry.late) {
            ids.add(entry.owner);
        }
        return ids;
    }
}
