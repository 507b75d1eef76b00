package io.lockspi.zookeeper;

import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;

/** Locks on a ZooKeeper ensemble, one node for each claim. Thread-safe. */
final class ZooKeeperLockService implements LockServiceSpi {
    private static final long LEFTOVER_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final LockPaths paths;
    private final Answers answers;
    private final TimeSource time;
    private final Link link;
    private final Leftovers leftovers;
    private final Turns turns = new Turns();
    private final Acquiring acquiring;
    private final Renewing renewing;
    private final Inspection inspection;
    private final Map<String, ClaimNode> claims = new ConcurrentHashMap<>();
    private volatile @Nullable SpiEvents events;
    private volatile boolean closed;

    ZooKeeperLockService(ZooKeeperOptions options, CuratorFramework client, boolean own, SpiContext context) {
        this.paths = new LockPaths(options.chroot(), ClientFactory.namespace(client));
        this.answers = new Answers(options.where());
        this.time = context.time();
        this.leftovers = new Leftovers(paths);
        Tokens tokens = new Tokens(options.tokenFloor());
        this.acquiring = new Acquiring(paths, options.acl(), tokens, context.owner(), time, leftovers, turns);
        this.renewing = new Renewing(paths, options.acl(), acquiring, time);
        this.inspection = new Inspection(paths, tokens);
        this.link = new Link(
                client,
                own,
                time,
                options.tick(),
                patience(options.connectTimeout(), context.requestTimeout()),
                this::changed,
                this::sessionOver,
                this::connected);
        link.open();
    }

    /** The engine waits for a request time-out; what went wrong is to be told before. */
    private static Duration patience(Duration connectTimeout, Duration requestTimeout) {
        Duration most = requestTimeout.dividedBy(10).multipliedBy(9);
        return connectTimeout.compareTo(most) < 0 ? connectTimeout : most;
    }

    /** The factory of the provider. */
    static LockServiceSpi open(SpiContext context) {
        ZooKeeperOptions options = ZooKeeperOptions.read(context.config());
        Optional<CuratorFramework> foreign = context.config().attachment(CuratorFramework.class);
        CuratorFramework client = foreign.orElseGet(() -> ClientFactory.create(options));
        return new ZooKeeperLockService(options, client, foreign.isEmpty(), context);
    }

    @Override
    public void onEvents(SpiEvents receiver) {
        events = receiver;
    }

    // ---- questions ---------------------------------------------------------------------------------------------

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        long asked = time.nanos();
        ClaimNode node = claims.computeIfAbsent(claim.id(), id -> new ClaimNode(claim));
        return link.session()
                .thenCompose(session -> acquiring.attempt(node, session, wait, asked))
                .exceptionally(error -> answers.unavailable(claim, error))
                .thenApply(attempt -> {
                    forgetIfNothingIsLeft(node, attempt);
                    return attempt;
                });
    }

    /** The engine releases what may be in the store; of everything else it never speaks again. */
    private void forgetIfNothingIsLeft(ClaimNode node, Attempt attempt) {
        boolean nothing = attempt instanceof Attempt.Held
                || (attempt instanceof Attempt.Unavailable unavailable && unavailable.effect() == Attempt.Effect.NONE);
        if (nothing && !node.isQueued()) {
            node.end();
            claims.remove(node.claim.id(), node);
        }
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        return renewing.renew(renewals, link.connected());
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        Claim claim = release.claim();
        ClaimNode node = claims.remove(claim.id());
        if (node != null) {
            node.end();
        }
        ClaimNode.Place place = node == null ? null : node.place();
        CompletableFuture<Boolean> deleted = Steps.then(link.session(), (session, error) -> {
            String path = place == null ? null : place.path();
            if (error != null) {
                leftovers.add(claim.name(), claim.id(), path);
                return CompletableFuture.failedFuture(error);
            }
            return leftovers.delete(session, claim.name(), claim.id(), path);
        });
        return deleted.handle((found, error) -> {
            if (error != null) {
                finishLater();
                throw answers.exception("release", claim.name(), error);
            }
            if (node != null && place != null && node.wasFirst(place)) {
                turns.ended(claim.name(), place);
            }
            return found;
        });
    }

    @Override
    public CompletionStage<Void> check() {
        return link.session().thenCompose(inspection::check).exceptionally(error -> {
            throw answers.exception("check", null, error);
        });
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return link.session()
                .thenCompose(session -> inspection.inspect(session, name))
                .exceptionally(error -> {
                    throw answers.exception("inspect", name, error);
                });
    }

    // ---- events ------------------------------------------------------------------------------------------------

    private void changed(WatchedEvent event) {
        String path = event.getPath();
        SpiEvents receiver = events;
        if (receiver == null) {
            return;
        }
        QueueEntry entry = QueueEntry.parse(path.substring(path.lastIndexOf('/') + 1));
        ClaimNode node = entry == null ? null : claims.get(entry.claimId());
        if (event.getType() == Watcher.Event.EventType.NodeDeleted && node != null) {
            lose(node, place -> place.path().equals(path), receiver);
        }
        receiver.mayBeFree(paths.lockOf(path));
    }

    private static void lose(ClaimNode node, Predicate<ClaimNode.Place> which, SpiEvents receiver) {
        ClaimNode.Place place = node.place();
        if (place == null || !which.test(place)) {
            return;
        }
        node.lost(place);
        if (node.isGranted() && !node.isEnded()) {
            receiver.lost(node.claim);
        }
    }

    private void sessionOver(Session session) {
        SpiEvents receiver = events;
        if (receiver == null) {
            return;
        }
        claims.values().forEach(node -> lose(node, place -> place.session() == session, receiver));
    }

    private void connected(Session session) {
        finish(session);
        SpiEvents receiver = events;
        if (receiver != null && !closed) {
            receiver.mayHaveMissedEvents();
        }
    }

    private void finish(Session session) {
        var unused = leftovers.finish(session).whenComplete((done, error) -> {
            if (closed) {
                leaveIfNothingIsLeft();
            } else {
                finishLater();
            }
        });
    }

    private void finishLater() {
        if (!leftovers.isEmpty() && !closed) {
            time.schedule(LEFTOVER_PAUSE, () -> {
                Session session = link.connected();
                if (session != null) {
                    finish(session);
                }
            });
        }
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    @Override
    public void close() {
        closed = true;
        if (link.isOwn()) {
            // Ends the session, and with it all that is left.
            link.close();
            return;
        }
        claims.values().forEach(this::discard);
        Session session = link.connected();
        if (session != null && !leftovers.isEmpty()) {
            finish(session);
        }
        leaveIfNothingIsLeft();
    }

    private void discard(ClaimNode node) {
        node.end();
        ClaimNode.Place place = node.place();
        leftovers.add(node.claim.name(), node.claim.id(), place == null ? null : place.path());
    }

    /** The application's client lives on, and with it the nodes: what cannot be deleted now is when it is connected. */
    private void leaveIfNothingIsLeft() {
        if (leftovers.isEmpty()) {
            link.close();
        }
    }

    @Override
    public String toString() {
        return "locks at " + answers.where();
    }
}
