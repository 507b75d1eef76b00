package io.lockspi.tck.selftest;

import io.lockspi.DistributedLock;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** What can be wrong with who holds a lock. */
@SuppressWarnings("LockNotBeforeTry")
final class OwnershipMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.spi("L01", "the answer to SETNX is not looked at", CarelessSpi.class),
            Mutant.client("L02", "the owner is the client, not the thread", OneThreadClient::new),
            Mutant.client("L03", "a lock's state is in the lock object", StatePerObject::new),
            new Mutant("all clients of the JVM are one", "L04", OwnershipMutants::sharedClient),
            Mutant.client("L05", "lazy initialisation under a guard that is only tried", RacyStart::new),
            Mutant.lock("L10", "an inner unlock() frees the lock", real -> new ForwardingLock(real) {
                @Override
                public void unlock() {
                    do {
                        real.unlock();
                    } while (((DistributedLock) real).holdCount() > 0);
                }
            }),
            Mutant.lock("L10", "a re-sent acquire counts twice", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    real.lock();
                    real.lock();
                }
            }),
            Mutant.lock(
                    "L11",
                    "tryLock() asks the store although the thread holds the lock",
                    real -> new ForwardingLock(real) {
                        @Override
                        public boolean tryLock() {
                            return !ours().isHeldByCurrentThread() && real.tryLock();
                        }
                    }),
            Mutant.lock("L12", "unlock() by a non-owner only logs", real -> new ForwardingLock(real) {
                @Override
                public void unlock() {
                    if (ours().isHeldByCurrentThread()) {
                        real.unlock();
                    }
                }
            }),
            Mutant.lock(
                    "L13", "unlock() of a free lock throws IllegalStateException", real -> new ForwardingLock(real) {
                        @Override
                        public void unlock() {
                            try {
                                real.unlock();
                            } catch (IllegalMonitorStateException notHeld) {
                                throw new IllegalStateException("not locked", notHeld);
                            }
                        }
                    }),
            new Mutant("delete without owner check", "L14", OwnershipMutants::deleting),
            Mutant.lock("L15", "conditions of this process only", real -> new ForwardingLock(real) {
                @Override
                public Condition newCondition() {
                    return new ReentrantLock().newCondition();
                }
            }),
            Mutant.client("L16", "names share 16 stripes", real -> new ForwardingClient(real) {
                @Override
                public Lock lock(String name) {
                    return real.lock("stripe-" + name.hashCode() % 16);
                }
            }),
            Mutant.lock("L17", "a failed attempt poisons the lock object", PoisonedLock::new));

    private OwnershipMutants() {}

    private static WrappedSubject sharedClient() {
        ProviderSubject memory = Mutant.memory();
        LockClient only = memory.open(Duration.ofSeconds(2));
        return new WrappedSubject(memory, real -> {
            real.close();
            return new ForwardingClient(only) {
                @Override
                public void close() {}
            };
        });
    }

    private static WrappedSubject deleting() {
        ToyStore store = new ToyStore();
        return new WrappedSubject(ToyTckTest.toy(store, ""), real -> new ForwardingClient(real) {
            @Override
            protected Lock wrap(Lock lock) {
                return new ForwardingLock(lock) {
                    @Override
                    public void unlock() {
                        if (!ours().isHeldByCurrentThread()) {
                            store.evict(ours().name());
                        }
                        real.unlock();
                    }
                };
            }
        });
    }

    /** Takes "held" for "granted", as a script does that compares the wrong result. */
    public static final class CarelessSpi extends ToySpi {
        public CarelessSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait)
                    .thenApply(attempt -> attempt instanceof Attempt.Held
                            ? new Attempt.Granted(new Grant(1, 1, claim.lease()))
                            : attempt);
        }
    }

    /** Does everything on one thread, so all threads of a client are the same owner. */
    static final class OneThreadClient extends ForwardingClient {
        private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "worker");
            thread.setDaemon(true);
            return thread;
        });

        OneThreadClient(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    CompletableFuture.runAsync(real::lock, worker).join();
                }

                @Override
                public boolean tryLock() {
                    return CompletableFuture.supplyAsync(real::tryLock, worker).join();
                }

                @Override
                public boolean tryLock(long time, TimeUnit unit) {
                    return tryLock();
                }

                @Override
                public void unlock() {
                    CompletableFuture.runAsync(real::unlock, worker).join();
                }
            };
        }
    }

    /** Each lock object is a holder of its own. */
    private static final class StatePerObject extends ForwardingClient {
        StatePerObject(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            ReentrantLock local = new ReentrantLock();
            return new ForwardingLock(lock) {
                @Override
                public boolean tryLock() {
                    boolean nested = local.isHeldByCurrentThread();
                    if (!nested && ours().holdCount() > 0) {
                        return false;
                    }
                    boolean got = real.tryLock();
                    if (got) {
                        local.lock();
                    }
                    return got;
                }

                @Override
                public void lock() {
                    real.lock();
                    local.lock();
                }

                @Override
                public void unlock() {
                    local.unlock();
                    real.unlock();
                }
            };
        }
    }

    /** The first call makes something that all need; who comes meanwhile falls over it. */
    private static final class RacyStart extends ForwardingClient {
        private final ReentrantLock guard = new ReentrantLock();
        private volatile boolean started;

        RacyStart(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            if (!started) {
                boolean ignored = guard.tryLock();
                java.util.concurrent.locks.LockSupport.parkNanos(200_000_000);
                started = true;
                guard.unlock();
            }
            return lock;
        }
    }

    /** Never tries again after it has failed once. */
    private static final class PoisonedLock extends ForwardingLock {
        private volatile boolean poisoned;

        PoisonedLock(Lock real) {
            super(real);
        }

        @Override
        public boolean tryLock() {
            boolean got = !poisoned && real.tryLock();
            poisoned |= !got;
            return got;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return !poisoned && real.tryLock(time, unit);
        }
    }
}
