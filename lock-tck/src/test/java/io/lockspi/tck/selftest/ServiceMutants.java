package io.lockspi.tck.selftest;

import io.lockspi.LockInfo;
import io.lockspi.spi.Release;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** What can be wrong with names, queues and the end of a client. */
@SuppressWarnings("LockNotBeforeTry")
final class ServiceMutants {
    static final List<Mutant> ALL = List.of(
            keyed("M01", "names are folded to lower case", name -> name.toLowerCase(Locale.ROOT)),
            keyed("M01", "names are normalised", name -> Normalizer.normalize(name, Normalizer.Form.NFC)),
            keyed("M01", "names are trimmed", String::strip),
            keyed("M02", "a name ends at its first slash", name -> name.replaceAll("/.*", "")),
            Mutant.client("M03", "a name is used as a path", real -> new ForwardingClient(real) {
                @Override
                public Lock lock(String name) {
                    if (name.startsWith("/") || name.contains("//") || name.contains("..")) {
                        throw new IllegalStateException("invalid path " + name);
                    }
                    return real.lock(name);
                }
            }),
            keyed("M04", "a store cuts names off", name -> name.length() > 200 ? name.substring(0, 200) : name),
            Mutant.client("M05", "an empty name is a lock like any other", real -> new ForwardingClient(real) {
                @Override
                public Lock lock(String name) {
                    return real.lock(name.isEmpty() ? "(empty)" : name);
                }
            }),
            Mutant.spi("P01", "close() forgets what is held", ForgetsAtCloseSpi.class),
            Mutant.client("P02", "close() leaves its waiters waiting", DeafWaiters::new),
            new Mutant("clients share a connection, and the first close() ends it", "P03", ServiceMutants::sharedFate),
            Mutant.client("P04", "a closed client says that locks are taken", FalseAfterClose::new),
            Mutant.client("P05", "close() stops listeners first", QuietClose::new),
            Mutant.client("P06", "close() waits for all traffic to end", PatientClose::new),
            Mutant.spi("P14", "inspect() tells of holders that have left", StaleInspectSpi.class),
            Mutant.lock("Q01", "waiters poll, and who comes last polls most", ImpatientLock::new),
            Mutant.store("Q02", "the last one who came is served first", LatestFirstStore::new),
            Mutant.client("Q03", "local waiters always come first", SelfishClient::new),
            Mutant.pair(
                    "Q04",
                    "a closed waiter keeps its place",
                    ImmortalQueueStore::new,
                    WaitingMutants.AbandoningSpi.class),
            Mutant.pair(
                    "Q05",
                    "a waiter that gave up keeps its place",
                    ImmortalQueueStore::new,
                    WaitingMutants.AbandoningSpi.class),
            Mutant.client("Q06", "one wake-up in 40 is lost", LostWakeUps::new));

    private ServiceMutants() {}

    private interface Key {
        String of(String name);
    }

    private static Mutant keyed(String rule, String name, Key key) {
        return Mutant.store(rule, name, () -> new ToyStore() {
            @Override
            protected String key(String lockName) {
                return key.of(lockName);
            }
        });
    }

    /** Leaves without a word. */
    public static final class ForgetsAtCloseSpi extends ToySpi {
        public ForgetsAtCloseSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Boolean> release(Release release) {
            boolean byUnlock = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getMethodName().equals("unlock")));
            return byUnlock ? super.release(release) : CompletableFuture.completedFuture(true);
        }
    }

    /** Waits on, whatever happens to the client. */
    private static final class DeafWaiters extends ForwardingClient {
        DeafWaiters(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    try {
                        real.lock();
                    } catch (IllegalStateException closed) {
                        Mutant.pause(Duration.ofSeconds(20));
                    }
                }
            };
        }
    }

    private static WrappedSubject sharedFate() {
        Deque<LockClient> open = new ArrayDeque<>();
        return new WrappedSubject(Mutant.memory(), real -> {
            open.add(real);
            return new ForwardingClient(real) {
                private boolean closed;

                @Override
                public void close() {
                    if (!closed) {
                        open.forEach(LockClient::close);
                    }
                    closed = true;
                }
            };
        });
    }

    /** False is not what a closed client should say. */
    private static final class FalseAfterClose extends ForwardingClient {
        private volatile boolean closed;

        FalseAfterClose(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public boolean tryLock() {
                    return !closed && real.tryLock();
                }
            };
        }

        @Override
        public void close() {
            closed = true;
            real.close();
        }
    }

    /** Listeners hear nothing once close() has begun. */
    private static final class QuietClose extends ForwardingClient {
        private volatile boolean closed;

        QuietClose(LockClient real) {
            super(real);
        }

        @Override
        public void onLost(Lock lock, Runnable listener) {
            super.onLost(lock, () -> {
                if (!closed) {
                    listener.run();
                }
            });
        }

        @Override
        public void close() {
            closed = true;
            real.close();
        }
    }

    /** Takes its time. */
    private static final class PatientClose extends ForwardingClient {
        PatientClose(LockClient real) {
            super(real);
        }

        @Override
        public void close() {
            try {
                Ticker.pause(Duration.ofSeconds(8));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            real.close();
        }
    }

    /** Answers from what it heard last. */
    public static final class StaleInspectSpi extends ToySpi {
        private volatile Optional<LockInfo> last = Optional.empty();

        public StaleInspectSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Optional<LockInfo>> inspect(String name) {
            if (last.isPresent()) {
                return CompletableFuture.completedFuture(last);
            }
            return super.inspect(name).thenApply(found -> {
                last = found;
                return found;
            });
        }
    }

    /** Asks the more often the later it was made. */
    private static final class ImpatientLock extends ForwardingLock {
        private static final AtomicInteger MADE = new AtomicInteger();

        ImpatientLock(Lock real) {
            super(real);
        }

        @Override
        public void lock() {
            long pause = TimeUnit.MILLISECONDS.toNanos(Math.max(1, 100 - 15L * MADE.incrementAndGet()));
            while (!real.tryLock()) {
                Mutant.pause(Duration.ofNanos(pause));
            }
        }
    }

    /** Whoever asks first. */
    private static final class LatestFirstStore extends ToyStore {
        @Override
        protected boolean mayTake(Entry entry, String claimId, boolean wait) {
            String latest = claimId;
            for (String waiting : entry.queue.keySet()) {
                latest = waiting;
            }
            return !wait || latest.equals(claimId);
        }
    }

    /** Nobody is ever taken out of the queue. */
    private static final class ImmortalQueueStore extends ToyStore {
        @Override
        protected boolean isDead(long aliveUntil) {
            return false;
        }
    }

    /** Unlocks only when nobody of its own waits. */
    private static final class SelfishClient extends ForwardingClient {
        private final ReentrantLock local = new ReentrantLock();
        private final Semaphore remote = new Semaphore(1);

        SelfishClient(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    local.lock();
                    if (remote.tryAcquire()) {
                        keep(real);
                    }
                }

                @Override
                public void unlock() {
                    local.unlock();
                }

                @Override
                public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                    return real.tryLock(time, unit);
                }
            };
        }
    }

    /** Takes a lock for the client, as long as the JVM lives. */
    private static void keep(Lock lock) {
        Thread keeper = new Thread(
                () -> {
                    lock.lock();
                    while (true) {
                        LockSupport.park();
                    }
                },
                "keeper");
        keeper.setDaemon(true);
        keeper.start();
    }

    /** Some waiters are not told. */
    private static final class LostWakeUps extends ForwardingClient {
        private final AtomicInteger calls = new AtomicInteger();

        LostWakeUps(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    if (calls.incrementAndGet() % 18 == 0) {
                        Mutant.pause(Duration.ofSeconds(30));
                    }
                    real.lock();
                }
            };
        }
    }
}
