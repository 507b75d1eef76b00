package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Kills masters while a lock is held, and has a replica promoted that never heard of the claim. Counts the locks that were
 * held twice: at the moment at which the second one is granted, the first holder's own deadline is still ahead.
 */
final class FailoverRig implements AutoCloseable {
    /** What happens to the lock when its master dies. */
    enum Moment {
        /** It is held and renewed. */
        RENEWED,
        /** It is held for a lease that is not renewed. */
        LEASED,
        /** It is held and renewed, and somebody else waits for it in the master's queue. */
        WAITED_FOR,
        /** Its release is on the way. */
        RELEASED
    }

    /** All of them, for runs that take turns. */
    static final List<Moment> MOMENTS = List.of(Moment.WAITED_FOR, Moment.RELEASED, Moment.RENEWED, Moment.LEASED);

    /** When somebody else asks for the lock. */
    enum Second {
        AT_ONCE,
        AFTER_THE_HOLDERS_RENEWAL
    }

    /** Who makes a replica the master. */
    interface Promotion {
        /** Does what must be done while the old master is well. */
        default void prepare(RedisServer replica) {}

        /** Has the replica take the place of the dead master, and returns the new master. */
        RedisServer promote(RedisServer replica, RedisServer dead);
    }

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NAME = "a";

    private final RedisReplicas servers;
    private final Promotion promotion;
    private final LockService old;
    private final LockService next;
    private final Duration lease;

    int runs;
    int heldTwice;
    int kept;
    long longestGapMillis;
    private long gapsMillis;

    /**
     * Two services on servers that are all well.
     *
     * @param config what both services ask for
     * @param lease how long a claim lasts that is not renewed
     * @param promotion who makes a replica the master
     */
    FailoverRig(RedisReplicas servers, LockConfig config, Duration lease, Promotion promotion)
            throws InterruptedException {
        this.servers = servers;
        this.promotion = promotion;
        this.lease = lease;
        this.old = LockService.open(config);
        this.next = LockService.open(config);
        old.unwrap(RedisQuarantine.class).ifPresent(RedisQuarantine::bootstrap);
        release(next.acquire("warm-up", PATIENCE).closeAsync());
    }

    /** One failover, after which all servers are well again. */
    void failOver(Moment moment, Second second) throws InterruptedException {
        runs++;
        release(next.acquire(NAME, PATIENCE).closeAsync());
        servers.awaitInSync();
        RedisServer master = servers.master();
        RedisServer unaware = servers.replicas().get(0);
        promotion.prepare(unaware);
        servers.holdBack(unaware);
        LockHandle held = moment == Moment.LEASED ? old.acquire(NAME, PATIENCE, lease) : old.acquire(NAME, PATIENCE);
        CompletableFuture<LockHandle> waiter = moment == Moment.WAITED_FOR ? waiterIn(master) : null;
        CompletableFuture<Void> released = moment == Moment.RELEASED ? held.closeAsync() : null;
        master.kill();
        long killed = System.nanoTime();
        servers.letGo(unaware);
        assertThat(unaware.command("EXISTS", key()))
                .as("the replica is unaware")
                .isEqualTo(0L);
        assertThat(promotion.promote(unaware, master)).isSameAs(unaware);
        CompletableFuture<Long> gap = next.acquireAsync("another", PATIENCE).thenApply(handle -> {
            long nanos = System.nanoTime() - killed;
            var unused = handle.closeAsync();
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        });
        if (second == Second.AFTER_THE_HOLDERS_RENEWAL) {
            TwoServices.until("the claim is back", () -> Long.valueOf(1).equals(unaware.command("EXISTS", key())));
        }
        inherit(unaware, held, waiter == null ? next.acquireAsync(NAME, PATIENCE) : waiter, gap);
        release(released == null ? held.closeAsync() : released);
        long millis = gap.join();
        gapsMillis += millis;
        longestGapMillis = Math.max(longestGapMillis, millis);
        master.restartEmpty();
        servers.awaitInSync();
    }

    private CompletableFuture<LockHandle> waiterIn(RedisServer master) {
        CompletableFuture<LockHandle> waiter = next.acquireAsync(NAME, PATIENCE);
        String queue = SharedRedis.keys(NAME).queue();
        TwoServices.until("somebody waits", () -> Long.valueOf(1).equals(master.command("ZCARD", queue)));
        return waiter;
    }

    private static String key() {
        return SharedRedis.keys(NAME).lock();
    }

    /** The second one's turn comes: at once, or when the holder, who has kept the lock, lets it go. */
    private void inherit(
            RedisServer master, LockHandle held, CompletableFuture<LockHandle> second, CompletableFuture<Long> gap) {
        CompletableFuture<Boolean> both = second.thenApply(granted -> held.isHeld() && granted.isHeld());
        gap.join();
        if (held.isHeld() && isOwner(held, master)) {
            kept++;
            release(held.closeAsync());
        } else if (held.isHeld()) {
            second.join();
        }
        LockHandle inherited = second.join();
        heldTwice += both.join() ? 1 : 0;
        assertThat(inherited.fencingToken()).isGreaterThan(held.fencingToken());
        release(inherited.closeAsync());
    }

    /** Whether the master, too, knows the lock by this claim. */
    private static boolean isOwner(LockHandle held, RedisServer master) {
        return String.valueOf(master.command("GET", key()))
                .contains(held.claim().id());
    }

    /** A claim that is lost by now, or a release that met the failover, is the point of these tests. */
    private static void release(CompletableFuture<Void> closed) {
        closed.handle((done, lost) -> true).join();
    }

    @Override
    public String toString() {
        return "held twice in " + heldTwice + " of " + runs + " failovers, kept by its holder in " + kept
                + "; from the master's death to the next grant " + (runs == 0 ? 0 : gapsMillis / runs)
                + " ms on average, " + longestGapMillis + " ms at most";
    }

    @Override
    public void close() {
        old.close();
        next.close();
        // After a failure the next test begins with servers that are well all the same.
        servers.servers().forEach(servers::letGo);
        servers.servers().stream().filter(server -> !server.isRunning()).forEach(RedisServer::restartEmpty);
    }
}
