package io.lockspi.tck.selftest;

import io.lockspi.spi.Release;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** What can be wrong with waiting. */
@SuppressWarnings("LockNotBeforeTry")
final class WaitingMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.lock(
                    "L20", "the zero budget of tryLock() is over before the attempt", real -> new ForwardingLock(real) {
                        @Override
                        public boolean tryLock() {
                            return false;
                        }
                    }),
            Mutant.lock("L20", "tryLock() waits for a second", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock() {
                    return Timed.tryLock(real, Duration.ofSeconds(1));
                }
            }),
            timed(
                    "L21",
                    "a wait of zero is no attempt",
                    (real, nanos) -> nanos > 0 && real.tryLock(nanos, TimeUnit.NANOSECONDS)),
            timed(
                    "L22",
                    "a timed tryLock gives up half-way",
                    (real, nanos) -> real.tryLock(nanos / 2, TimeUnit.NANOSECONDS)),
            timed("L22", "only the time inside requests counts", (real, nanos) -> {
                Ticker.pause(Duration.ofMillis(900));
                return real.tryLock(nanos, TimeUnit.NANOSECONDS);
            }),
            Mutant.lock("L23", "waiters poll every ten seconds", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    while (!real.tryLock()) {
                        Timed.park(Duration.ofSeconds(10));
                    }
                }
            }),
            Mutant.lock("L24", "the wait overflows", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    long end = Ticker.nanos() + time * unit.toNanos(1);
                    return real.tryLock(end - Ticker.nanos() > time ? 0 : Math.min(0, time), TimeUnit.NANOSECONDS);
                }
            }),
            Mutant.pair("L25", "a timed-out waiter stays in the queue", PatientStore::new, AbandoningSpi.class),
            Mutant.client("L26", "a timed-out wait ends all waits of its client", SharedFate::new),
            Mutant.lock("L27", "one wait and one retry", OneRetry::new),
            Mutant.client("L28", "the first wait misses the message", SlowStart::new),
            Mutant.client("L29", "waits and releases share a small pool", SmallPool::new),
            timed("L30", "a timed tryLock waits for ever", (real, nanos) -> {
                real.lock();
                return true;
            }));

    private WaitingMutants() {}

    /** A timed tryLock. */
    private interface Timed {
        boolean tryLock(Lock real, long nanos) throws InterruptedException;

        static boolean tryLock(Lock real, Duration wait) {
            try {
                return real.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        static void park(Duration time) {
            try {
                Ticker.pause(time);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("the mutant was stopped", interrupted);
            }
        }
    }

    private static Mutant timed(String rule, String name, Timed broken) {
        return Mutant.lock(rule, name, lock -> new ForwardingLock(lock) {
            @Override
            public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                return broken.tryLock(real, unit.toNanos(time));
            }
        });
    }

    /** Waiters count for ever. */
    private static final class PatientStore extends ToyStore {
        @Override
        protected boolean isDead(long aliveUntil) {
            return false;
        }
    }

    /** What was never granted is never taken back. */
    public static final class AbandoningSpi extends ToySpi {
        public AbandoningSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Boolean> release(Release release) {
            return release.grant() == null ? CompletableFuture.completedFuture(false) : super.release(release);
        }
    }

    /** One waiter's time-out counts for all that wait. */
    private static final class SharedFate extends ForwardingClient {
        private final AtomicInteger timeouts = new AtomicInteger();

        SharedFate(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    long began = Ticker.nanos();
                    int before = timeouts.get();
                    while (timeouts.get() == before) {
                        if (real.tryLock(10, TimeUnit.MILLISECONDS)) {
                            return true;
                        }
                        if (Ticker.since(began).toNanos() > unit.toNanos(time)) {
                            timeouts.incrementAndGet();
                        }
                    }
                    return false;
                }
            };
        }
    }

    /** Sleeps until the holder has changed, then tries once more. */
    private static final class OneRetry extends ForwardingLock {
        OneRetry(Lock real) {
            super(real);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            if (real.tryLock()) {
                return true;
            }
            Ticker.pause(Duration.ofMillis(300));
            return real.tryLock();
        }
    }

    /** Waits without looking again, the first time. */
    private static final class SlowStart extends ForwardingClient {
        private final AtomicBoolean first = new AtomicBoolean(true);

        SlowStart(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    if (first.getAndSet(false) && !real.tryLock()) {
                        Ticker.pause(Duration.ofSeconds(20));
                    }
                    return real.tryLock(time, unit);
                }
            };
        }
    }

    /** Waiting takes what releasing needs. */
    private static final class SmallPool extends ForwardingClient {
        private final Semaphore pool = new Semaphore(8);

        SmallPool(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    inPool(real::lock);
                }

                @Override
                public void unlock() {
                    inPool(real::unlock);
                }
            };
        }

        private void inPool(Runnable call) {
            pool.acquireUninterruptibly();
            try {
                call.run();
            } finally {
                pool.release();
            }
        }
    }
}
