package io.lockspi.zookeeper;

import io.lockspi.spi.Renewal;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Renews claims. A claim lives as long as its session, so one confirmed write serves all claims of the session, and one
 * that is fresh enough serves again. Immutable.
 */
final class Renewing {
    /** With more left of the session's validity, the write of another claim's renewal serves this one as well. */
    private static final int FRESH_PERCENT = 75;

    private final LockPaths paths;
    private final List<ACL> acl;
    private final Acquiring acquiring;
    private final TimeSource time;

    Renewing(LockPaths paths, List<ACL> acl, Acquiring acquiring, TimeSource time) {
        this.paths = paths;
        this.acl = acl;
        this.acquiring = acquiring;
        this.time = time;
    }

    CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals, @Nullable Session connected) {
        long asked = time.nanos();
        CompletableFuture<Void> confirmed = confirm(renewals, connected);
        List<CompletableFuture<Void>> looks = new ArrayList<>();
        for (Renewal renewal : renewals) {
            looks.add(firstLook(renewal, connected));
        }
        CompletableFuture<Void> looked = CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new));
        return Steps.then(
                looked,
                (all, ignored) -> confirmed.handle((done, error) -> results(renewals, connected, asked, error)));
    }

    private CompletableFuture<Void> confirm(List<Renewal> renewals, @Nullable Session connected) {
        boolean wanted = renewals.stream().anyMatch(renewal -> isAlive(renewal, connected));
        return connected == null || !wanted || connected.isFresh(FRESH_PERCENT)
                ? CompletableFuture.completedFuture(null)
                : connected.beat(paths.root(), acl);
    }

    private static @Nullable ClaimNode node(Renewal renewal) {
        return renewal.grant().attachment() instanceof ClaimNode node ? node : null;
    }

    private static boolean isAlive(Renewal renewal, @Nullable Session connected) {
        ClaimNode node = node(renewal);
        ClaimNode.Place place = node == null ? null : node.place();
        return node != null && !node.isLost() && place != null && place.session() == connected;
    }

    /**
     * A claim that is held for longer is watched, so that its deletion by somebody else is noticed; and its node gets the
     * time for which it waited. Short sections save both.
     */
    private CompletableFuture<Void> firstLook(Renewal renewal, @Nullable Session connected) {
        ClaimNode node = node(renewal);
        ClaimNode.Place place = node == null ? null : node.place();
        if (connected == null
                || node == null
                || place == null
                || !isAlive(renewal, connected)
                || !node.confirmed.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        if (node.waitedNanos() > 0) {
            var unused = connected.write(place.path(), acquiring.data(node, connected));
        }
        return connected.watch(place.path()).whenComplete((watched, error) -> {
            if (RequestFailure.isNoNode(error)) {
                node.lost(place);
            } else if (error != null) {
                node.confirmed.set(false);
            }
        });
    }

    private static List<Renewal.Result> results(
            List<Renewal> renewals, @Nullable Session connected, long asked, @Nullable Throwable error) {
        List<Renewal.Result> results = new ArrayList<>(renewals.size());
        for (Renewal renewal : renewals) {
            results.add(result(renewal, connected, asked, error));
        }
        return results;
    }

    private static Renewal.Result result(
            Renewal renewal, @Nullable Session connected, long asked, @Nullable Throwable error) {
        ClaimNode node = node(renewal);
        ClaimNode.Place place = node == null ? null : node.place();
        if (node == null || place == null || node.isLost() || place.session().isOver()) {
            return new Renewal.NotMine();
        }
        if (connected == null || place.session() != connected || error != null) {
            return new Renewal.Unknown(
                    error == null
                            ? RequestFailure.notSent("there is no connection to ZooKeeper at the moment", null)
                            : RequestFailure.of(error));
        }
        Duration valid = Duration.ofNanos(Math.max(0, connected.validNanosFrom(asked)));
        return new Renewal.Extended(valid.compareTo(renewal.lease()) < 0 ? valid : renewal.lease());
    }
}
