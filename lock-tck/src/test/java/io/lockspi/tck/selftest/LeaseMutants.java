package io.lockspi.tck.selftest;

import io.lockspi.LockConfig;
import io.lockspi.LockLostException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.TimeSource;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import io.lockspi.tck.toy.ToyProvider;
import io.lockspi.tck.toy.ToyServer;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;

/** What can be wrong with leases. */
@SuppressWarnings("LockNotBeforeTry")
final class LeaseMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.spi("T01", "validity is counted from some time after the answer", GenerousSpi.class),
            new Mutant("deadlines on a clock that runs slow", "T02", () -> on(elapsed -> elapsed / 5)),
            new Mutant(
                    "deadlines by a wall clock, which is set back",
                    "T02",
                    () -> on(elapsed -> elapsed % TimeUnit.MILLISECONDS.toNanos(250))),
            new Mutant("a stale holder's unlock() deletes, then complains", "T03", LeaseMutants::deleting),
            Mutant.lock("T04", "nothing deleted is as good as deleted", real -> new ForwardingLock(real) {
                @Override
                public void unlock() {
                    try {
                        real.unlock();
                    } catch (LockLostException nothingDeleted) {
                        // It is free, is it not?
                    }
                }
            }),
            Mutant.client("T05", "a lost claim counts as held until unlock()", CountingClient::new),
            Mutant.client("T06", "a local lock in front of the store outlives the claim", LocalLockFirst::new),
            Mutant.client("T07", "the lease limits the wait", real -> new ForwardingClient(real) {
                @Override
                public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
                    return real.tryLock(lock, wait.compareTo(lease) < 0 ? wait : lease, lease);
                }
            }),
            Mutant.store("T07", "the lease runs while its owner waits", AgingStore::new),
            Mutant.client("T08", "a lease of zero is for ever", real -> new ForwardingClient(real) {
                @Override
                public void lock(Lock lock, Duration lease) {
                    if (lease.isZero()) {
                        lock.lock();
                    } else {
                        real.lock(lock, lease);
                    }
                }
            }),
            Mutant.client("T09", "milliseconds in an int", real -> new ForwardingClient(real) {
                @Override
                public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
                    int millis = (int) Math.min(lease.toSeconds(), Long.MAX_VALUE / 1000) * 1000;
                    return real.tryLock(lock, wait, Duration.ofMillis(Math.max(10, millis))) && millis > 10;
                }
            }),
            Mutant.client("T10", "the lease is kept in the lock object", LeaseInTheObject::new),
            Mutant.client("T11", "one overload ignores the lease", real -> new ForwardingClient(real) {
                @Override
                public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
                    return lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS);
                }
            }),
            Mutant.client("T11", "every retry multiplies the lease by 1000", real -> new ForwardingClient(real) {
                @Override
                public void lock(Lock lock, Duration lease) {
                    if (!lock.tryLock()) {
                        real.lock(lock, lease.multipliedBy(1000));
                    } else {
                        lock.unlock();
                        real.lock(lock, lease);
                    }
                }
            }),
            Mutant.client("T12", "a nested acquire replaces the lease", real -> new ForwardingClient(real) {
                @Override
                public void lock(Lock lock, Duration lease) {
                    if (real.isHeld(lock)) {
                        lock.unlock();
                        real.lock(lock, lease);
                    }
                    real.lock(lock, lease);
                }
            }),
            Mutant.spi("T13", "a renewal knows only one lease", RenewalMutants.ShortRenewalSpi.class));

    private LeaseMutants() {}

    private static Subject on(LongUnaryOperator clock) {
        ToyStore store = new ToyStore();
        ToyServer server = new ToyServer(store, true);
        LockConfig config = LockConfig.of(server.uri()).withAttachment(TimeSource.class, new OddTime(clock));
        return ProviderSubject.of(new ToyProvider(), config)
                .withEviction(store::evict)
                .withCloser(server::close);
    }

    private static Subject deleting() {
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

    /** Counts a lease from the first attempt, and tells nobody. */
    private static final class AgingStore extends ToyStore {
        private final Map<String, Long> asked = new ConcurrentHashMap<>();
        private long told;

        @Override
        protected boolean isOwner(Entry entry, Claim claim) {
            asked.putIfAbsent(claim.id(), now());
            return super.isOwner(entry, claim);
        }

        @Override
        protected void prolong(Entry entry, Duration lease) {
            entry.deadline = asked.getOrDefault(String.valueOf(entry.owner), now())
                    + Math.min(lease.toMillis(), 100_000L) * 1_000_000L;
            told = Math.min(lease.toMillis(), 100_000L);
        }

        @Override
        protected long left(Entry entry) {
            return told;
        }
    }

    /** Promises more than the store does. */
    public static final class GenerousSpi extends ToySpi {
        public GenerousSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait)
                    .thenApply(attempt -> attempt instanceof Attempt.Granted granted
                            ? new Attempt.Granted(longer(granted.grant()))
                            : attempt);
        }

        private static Grant longer(Grant grant) {
            return new Grant(
                    grant.firstToken(), grant.lastToken(), grant.validFor().multipliedBy(4));
        }
    }

    /** Holds are counted here, whatever the store says. */
    private static final class CountingClient extends ForwardingClient {
        private final ThreadLocal<Boolean> held = ThreadLocal.withInitial(() -> false);

        CountingClient(LockClient real) {
            super(real);
        }

        @Override
        public void lock(Lock lock, Duration lease) {
            super.lock(lock, lease);
            held.set(true);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    if (!held.get()) {
                        real.lock();
                    }
                }
            };
        }
    }

    /** Takes a lock of the JVM before it asks the store. */
    static final class LocalLockFirst extends ForwardingClient {
        private final Map<String, ReentrantLock> locals = new ConcurrentHashMap<>();

        LocalLockFirst(LockClient real) {
            super(real);
        }

        @Override
        public void lock(Lock lock, Duration lease) {
            local(unwrap(lock)).lock();
            super.lock(lock, lease);
        }

        private ReentrantLock local(Lock lock) {
            return locals.computeIfAbsent(((io.lockspi.DistributedLock) lock).name(), name -> new ReentrantLock());
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    local(real).lock();
                    real.lock();
                }

                @Override
                public void unlock() {
                    real.unlock();
                    local(real).unlock();
                }
            };
        }
    }

    /** One long lock makes all later ones long. */
    private static final class LeaseInTheObject extends ForwardingClient {
        private final Map<Lock, Duration> leases = new ConcurrentHashMap<>();

        LeaseInTheObject(LockClient real) {
            super(real);
        }

        @Override
        public void lock(Lock lock, Duration lease) {
            leases.put(unwrap(lock), lease);
            super.lock(lock, lease);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    Duration lease = leases.get(real);
                    if (lease == null) {
                        real.lock();
                    } else {
                        ours().lock(lease);
                    }
                }
            };
        }
    }
}
