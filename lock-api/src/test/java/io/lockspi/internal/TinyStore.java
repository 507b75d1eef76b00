package io.lockspi.internal;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The smallest correct store: answers at once, ends claims by the manual clock, and tells its services of releases. */
final class TinyStore {
    private final ManualClock clock;
    private final Map<String, Owner> owners = new HashMap<>();
    private final Set<String> refused = new HashSet<>();
    private final List<SpiEvents> services = new CopyOnWriteArrayList<>();
    private long tokens;

    private record Owner(String id, long token, long endNanos) {}

    TinyStore(ManualClock clock) {
        this.clock = clock;
    }

    /** Answers all requests of a service. */
    void serve(ScriptedSpi spi) {
        services.add(spi.events());
        spi.onAcquire(call -> call.answer().complete(acquire(call.claim())));
        spi.onRenew(call ->
                call.answer().complete(call.renewals().stream().map(this::renew).toList()));
        spi.onRelease(call -> {
            call.answer().complete(release(call.release()));
            services.forEach(events -> events.mayBeFree(call.release().claim().name()));
        });
    }

    synchronized Attempt acquire(Claim claim) {
        Owner owner = owner(claim.name());
        if (refused.contains(claim.id()) || (owner != null && !owner.id.equals(claim.id()))) {
            return new Attempt.Held(null);
        }
        long token = owner == null ? ++tokens : owner.token;
        owners.put(claim.name(), new Owner(claim.id(), token, end(claim.lease())));
        return new Attempt.Granted(new Grant(token, token, claim.lease()));
    }

    synchronized Renewal.Result renew(Renewal renewal) {
        Owner owner = owner(renewal.claim().name());
        if (owner == null || !owner.id.equals(renewal.claim().id())) {
            return new Renewal.NotMine();
        }
        long end = Math.max(owner.endNanos, end(renewal.lease()));
        owners.put(renewal.claim().name(), new Owner(owner.id, owner.token, end));
        return new Renewal.Extended(Duration.ofNanos(end - clock.nanos()));
    }

    synchronized boolean release(Release release) {
        if (release.unanswered()) {
            refused.add(release.claim().id());
        }
        Owner owner = owner(release.claim().name());
        if (owner == null || !owner.id.equals(release.claim().id())) {
            return false;
        }
        owners.remove(release.claim().name());
        return true;
    }

    /** Takes a lock away behind its holder's back. */
    synchronized void wipe(String name) {
        owners.remove(name);
    }

    synchronized int records() {
        return owners.size();
    }

    private @Nullable Owner owner(String name) {
        Owner owner = owners.get(name);
        return owner != null && owner.endNanos - clock.nanos() > 0 ? owner : null;
    }

    private long end(Duration lease) {
        return clock.nanos() + Nanos.of(lease);
    }
}
