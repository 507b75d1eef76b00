package io.lockspi.tck.selftest;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** What can be wrong when the path to the store, or the store itself, fails; and what can be left behind. */
@SuppressWarnings("LockNotBeforeTry")
final class NetworkMutants {
    static final List<Mutant> ALL = List.of(
            remote("N01", "no answer is taken for 'held by another'", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    try {
                        return real.tryLock(time, unit);
                    } catch (LockUnavailableException silence) {
                        return false;
                    }
                }
            }),
            remote("N01", "the driver has a time-out of its own", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    long longer = Math.max(unit.toNanos(time), TimeUnit.SECONDS.toNanos(2));
                    return real.tryLock(longer, TimeUnit.NANOSECONDS);
                }
            }),
            remote("N02", "tryLock() waits for the store without a limit", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock() {
                    real.lock();
                    return true;
                }
            }),
            Mutant.spi("N03", "a cut connection ends all claims", NervousSpi.class),
            remoteClient("N04", "a loss needs a message", real -> new ForwardingClient(real) {
                @Override
                public boolean isHeld(Lock lock) {
                    return true;
                }
            }),
            Mutant.pair("N05", "no answer is taken for 'not granted'", RenewingStore::new, NoCleanUpSpi.class),
            Mutant.spi("N06", "a grant is not compared with the time that it took", CountsFromAnswerSpi.class),
            Mutant.spi("N07", "validity is counted from the answer", CountsFromAnswerSpi.class),
            Mutant.spi("N08", "the client never connects again", GivesUpSpi.class),
            remote("N09", "unlock() waits until the store answers", real -> new ForwardingLock(real) {
                @Override
                public void unlock() {
                    try {
                        real.unlock();
                    } catch (LockUnavailableException silence) {
                        Mutant.pause(Duration.ofSeconds(15));
                        throw silence;
                    }
                }
            }),
            remote("N10", "lock() gives up after a second", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    try {
                        if (!real.tryLock(1, TimeUnit.SECONDS)) {
                            throw new IllegalStateException("timeout");
                        }
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                }
            }),
            remoteClient("N11", "close() waits for the answers", real -> new ForwardingClient(real) {
                @Override
                public void close() {
                    real.close();
                    Mutant.pause(Duration.ofSeconds(8));
                }
            }),
            remote("N12", "a waiter does not ask again after a cut", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    while (!real.tryLock()) {
                        Mutant.pause(Duration.ofSeconds(12));
                    }
                }
            }),
            Mutant.spi("N13", "the watchdog gives up at the first error", OneErrorSpi.class),
            remote("D01", "no answer is taken for a grant", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    try {
                        return real.tryLock(time, unit);
                    } catch (LockUnavailableException silence) {
                        return true;
                    }
                }
            }),
            remote("D02", "a waiter is forgotten when its connection breaks", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    while (!real.tryLock()) {
                        Mutant.pause(Duration.ofSeconds(30));
                    }
                }
            }),
            Mutant.forgetful("D03", "the counter is lost with its server", ForgettingCounter::new),
            remoteClient("D04", "a holder that cannot renew goes on believing", real -> new ForwardingClient(real) {
                @Override
                public boolean isHeld(Lock lock) {
                    return true;
                }
            }),
            Mutant.spi("D05", "a reconnect begins with a clean sheet", NervousSpi.class),
            Mutant.spi("D16", "after a reconnect the session of before is kept alive", OldSessionSpi.class),
            Mutant.client("Z01", "close() leaves a timer thread", LeavesThread::new),
            Mutant.client("Z02", "a table by name that is searched from end to end", GrowingTable::new),
            Mutant.pair(
                    "Z03", "failed attempts stay in the queue", CrowdedStore::new, WaitingMutants.AbandoningSpi.class));

    private NetworkMutants() {}

    private static Mutant remote(String rule, String name, UnaryOperator<Lock> broken) {
        return remoteClient(rule, name, real -> new ForwardingClient(real) {
            @Override
            protected Lock wrap(Lock lock) {
                return broken.apply(lock);
            }
        });
    }

    private static Mutant remoteClient(String rule, String name, UnaryOperator<LockClient> broken) {
        return new Mutant(name, rule, () -> new WrappedSubject(ToyTckTest.toy(new ToyStore(), ""), broken));
    }

    /** Takes every new connection for the loss of all that it held. */
    public static final class NervousSpi extends ToySpi {
        private final List<Claim> granted = new ArrayList<>();
        private final ReentrantLock guard = new ReentrantLock();

        public NervousSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait).thenApply(attempt -> {
                if (attempt instanceof Attempt.Granted) {
                    guarded(() -> granted.add(claim));
                }
                return attempt;
            });
        }

        private void guarded(Runnable action) {
            guard.lock();
            try {
                action.run();
            } finally {
                guard.unlock();
            }
        }

        @Override
        protected void news(String word) {
            if (word.isEmpty()) {
                List<Claim> all = new ArrayList<>();
                guarded(() -> {
                    all.addAll(granted);
                    granted.clear();
                });
                all.forEach(this::lose);
            }
            super.news(word);
        }
    }

    /** Sends renewals where they have no effect, once it has connected again. */
    public static final class OldSessionSpi extends ToySpi {
        private final AtomicInteger connections = new AtomicInteger();

        public OldSessionSpi(SpiContext context) {
            super(context);
        }

        @Override
        protected void news(String word) {
            if (word.isEmpty()) {
                connections.incrementAndGet();
            }
            super.news(word);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return connections.get() < 2
                    ? super.renew(renewals)
                    : CompletableFuture.completedFuture(renewals.stream()
                            .<Renewal.Result>map(renewal -> new Renewal.Extended(renewal.lease()))
                            .toList());
        }
    }

    /** Renews whoever was granted last, for ever: an orphan never dies. */
    static final class RenewingStore extends ToyStore {
        @Override
        protected boolean isOver(Entry entry) {
            return false;
        }
    }

    /** Believes that what was not answered did not happen. */
    public static final class NoCleanUpSpi extends ToySpi {
        public NoCleanUpSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait)
                    .thenApply(attempt -> attempt instanceof Attempt.Unavailable silence
                            ? new Attempt.Unavailable(silence.cause(), Attempt.Effect.NONE, false, null)
                            : attempt);
        }

        @Override
        public CompletionStage<Boolean> release(Release release) {
            return release.grant() == null ? CompletableFuture.completedFuture(false) : super.release(release);
        }
    }

    /** Adds the time that the answer took to what the store promised. */
    public static final class CountsFromAnswerSpi extends ToySpi {
        public CountsFromAnswerSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            long sent = System.nanoTime();
            return super.tryAcquire(claim, wait)
                    .thenApply(attempt -> attempt instanceof Attempt.Granted granted
                            ? new Attempt.Granted(later(granted.grant(), System.nanoTime() - sent))
                            : attempt);
        }

        private static Grant later(Grant grant, long nanos) {
            return new Grant(
                    grant.firstToken(), grant.lastToken(), grant.validFor().plusNanos(nanos));
        }
    }

    /** Some attempts to connect, and no more. */
    public static final class GivesUpSpi extends ToySpi {
        private final AtomicLong failures = new AtomicLong();

        public GivesUpSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            // Not when the kit tries its hooks out, for which it wants a client that works again.
            if (failures.get() > 0 && claim.name().contains("N08")) {
                return CompletableFuture.completedFuture(new Attempt.Unavailable(
                        new LockUnavailableException("the client is shut down", null),
                        Attempt.Effect.NONE,
                        false,
                        null));
            }
            return super.tryAcquire(claim, wait).thenApply(attempt -> {
                failures.addAndGet(attempt instanceof Attempt.Unavailable ? 1 : 0);
                return attempt;
            });
        }
    }

    /** A renewal that fails once is never tried again. */
    public static final class OneErrorSpi extends ToySpi {
        private volatile boolean failed;

        public OneErrorSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            if (failed) {
                return CompletableFuture.completedFuture(renewals.stream()
                        .map(renewal -> (Renewal.Result) new Renewal.Unknown(new IOException("gave up")))
                        .toList());
            }
            return super.renew(renewals).thenApply(results -> {
                failed |= results.stream().anyMatch(Renewal.Unknown.class::isInstance);
                return results;
            });
        }
    }

    /** Begins at 1 whenever it forgets. */
    private static final class ForgettingCounter extends ToyStore {
        private final AtomicLong count = new AtomicLong();

        @Override
        protected long nextToken(Claim claim) {
            return count.addAndGet(claim.tokens());
        }

        @Override
        public void forgetAll() {
            count.set(0);
            super.forgetAll();
        }
    }

    /** What was asked for once is asked for still. */
    private static final class CrowdedStore extends ToyStore {
        @Override
        protected boolean isDead(long aliveUntil) {
            return false;
        }

        @Override
        protected void leaveQueue(Entry entry, String claimId) {
            entry.queue.put(claimId, now());
        }

        @Override
        protected boolean mayTake(Entry entry, String claimId, boolean wait) {
            return entry.queue.isEmpty()
                    || entry.queue.keySet().iterator().next().equals(claimId);
        }
    }

    private static final class LeavesThread extends ForwardingClient {
        LeavesThread(LockClient real) {
            super(real);
            Thread timer = new Thread(
                    () -> {
                        while (true) {
                            LockSupport.park();
                        }
                    },
                    "timer");
            timer.setDaemon(true);
            timer.start();
        }
    }

    /** Looks through all names that it ever saw. */
    private static final class GrowingTable extends ForwardingClient {
        private final List<String> names = new ArrayList<>();

        GrowingTable(LockClient real) {
            super(real);
        }

        @Override
        public Lock lock(String name) {
            names.add(name);
            Mutant.pause(Duration.ofNanos(120_000L * Math.max(0, names.size() - 300)));
            return super.lock(name);
        }
    }
}
