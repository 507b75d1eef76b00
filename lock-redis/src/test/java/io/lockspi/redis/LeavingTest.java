package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A waiter that goes away, in whatever way, leaves nothing in the store. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class LeavingTest {
    private static final int WAITERS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LockService holder = open();
    private final DistributedLock held = holder.getLock("a");
    private final List<LockService> services = new ArrayList<>();
    private final LockKeys keys = SharedRedis.keys("a");

    @BeforeEach
    void reset() throws Exception {
        SharedRedis.reset();
        for (int i = 0; i < WAITERS; i++) {
            LockService service = open();
            services.add(service);
            service.check(PATIENCE); // so that no short wait is over before there is a connection
        }
        held.lock();
    }

    @AfterEach
    void close() {
        services.forEach(LockService::close);
        holder.close();
    }

    @Test
    void waitsThatEndInTime() throws Exception {
        List<CompletableFuture<Boolean>> waits = new ArrayList<>();
        for (LockService service : services) {
            waits.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return service.getLock("a").tryLock(Duration.ofMillis(500));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (CompletableFuture<Boolean> wait : waits) {
            assertThat(wait).succeedsWithin(PATIENCE).isEqualTo(false);
        }
        assertNothingIsLeft();
    }

    @Test
    void waitsThatAreInterrupted() throws Exception {
        List<Thread> threads = new ArrayList<>();
        AtomicReference<Throwable> unexpected = new AtomicReference<>();
        for (LockService service : services) {
            Thread thread = new Thread(() -> {
                try {
                    service.getLock("a").lockInterruptibly();
                    unexpected.set(new AssertionError("held by two"));
                } catch (InterruptedException expected) {
                    // That is how it leaves.
                } catch (RuntimeException e) {
                    unexpected.set(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        awaitWaiters();
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
        }
        assertThat(unexpected.get()).isNull();
        assertNothingIsLeft();
    }

    @Test
    void futuresThatAreCancelled() {
        List<CompletableFuture<LockHandle>> futures = new ArrayList<>();
        services.forEach(service -> futures.add(service.acquireAsync("a", Duration.ofHours(1))));
        awaitWaiters();
        futures.forEach(future -> future.cancel(false));
        assertNothingIsLeft();
    }

    @Test
    void servicesThatAreClosed() {
        services.forEach(service -> {
            var unused = service.acquireAsync("a", Duration.ofHours(1));
        });
        awaitWaiters();
        services.forEach(LockService::close);
        assertNothingIsLeft();
    }

    @Test
    void waitersThatLeaveWhileTheLockIsPassedToThem() {
        List<CompletableFuture<LockHandle>> futures = new ArrayList<>();
        services.forEach(service -> futures.add(service.acquireAsync("a", Duration.ofHours(1))));
        awaitWaiters();
        held.unlock();
        for (CompletableFuture<LockHandle> future : futures) {
            if (!future.cancel(false)) {
                future.thenAccept(LockHandle::close).join();
            }
        }
        await(() -> lockKeys().equals(List.of(keys.fence())));
        held.lock();
        held.unlock();
    }

    private void assertNothingIsLeft() {
        await(() -> Long.valueOf(0).equals(SharedRedis.SERVER.command("EXISTS", keys.queue(), keys.waiters())));
        assertThat(held.isHeldByCurrentThread()).isTrue();
        held.unlock();
        assertThat(lockKeys()).containsExactly(keys.fence());
    }

    /** Without the marks against attempts that were under way when their waiter left; they expire with the lease. */
    private List<String> lockKeys() {
        return SharedRedis.allKeys().stream()
                .filter(key -> !key.startsWith(keys.tombstone("")))
                .toList();
    }

    private void awaitWaiters() {
        await(() -> Long.valueOf(WAITERS).equals(SharedRedis.SERVER.command("ZCARD", keys.queue())));
    }

    private static void await(BooleanSupplier reached) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
    }

    private static LockService open() {
        return LockService.open(SharedRedis.SERVER.uri().toString());
    }
}
