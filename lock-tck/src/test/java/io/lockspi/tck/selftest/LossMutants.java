package io.lockspi.tck.selftest;

import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** What can be wrong with losing a lock. */
@SuppressWarnings("LockNotBeforeTry")
final class LossMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.client("T30", "the loss is never signalled", real -> new ForwardingClient(real) {
                @Override
                public void onLost(Lock lock, Runnable listener) {}
            }),
            Mutant.client("T30", "the loss is signalled twice", real -> new ForwardingClient(real) {
                @Override
                public void onLost(Lock lock, Runnable listener) {
                    super.onLost(lock, listener);
                    super.onLost(lock, listener);
                }
            }),
            Mutant.client("T31", "every unlock() is signalled as a loss", FalseAlarm::new),
            Mutant.client("T32", "listeners are called in one loop without a guard", OneLoop::new),
            Mutant.spi("T33", "a terminal answer to a renewal is tried again", StubbornSpi.class),
            Mutant.store("T34", "delete without owner check", DeletingStore::new),
            Mutant.store("T35", "a late renewal brings a lost lock back", RenewalMutants.ResurrectingStore::new),
            Mutant.client("T36", "waiters rely on messages only", MessagesOnly::new),
            Mutant.spi("T37", "a name that was lost once is never renewed again", GrudgingSpi.class),
            new Mutant("compare, then delete, in two commands", "T38", LossMutants::twoCommands),
            Mutant.client(
                    "T39", "isHeld() answers from a table that nothing corrects", real -> new ForwardingClient(real) {
                        @Override
                        public boolean isHeld(Lock lock) {
                            return true;
                        }
                    }),
            Mutant.store("T39", "a renewal lengthens whatever claim there is", UncheckedRenewalStore::new));

    private LossMutants() {}

    private static WrappedSubject twoCommands() {
        ToyStore store = new ToyStore();
        return new WrappedSubject(ToyTckTest.toy(store, ""), real -> new ForwardingClient(real) {
            @Override
            protected Lock wrap(Lock lock) {
                return new ForwardingLock(lock) {
                    @Override
                    public void unlock() {
                        boolean compared = real().inspect(ours().name()).isPresent();
                        pause();
                        if (compared) {
                            store.evict(ours().name());
                        }
                        try {
                            real.unlock();
                        } catch (IllegalMonitorStateException deletedAlready) {
                            // As it should be: it was deleted.
                        }
                    }
                };
            }

            private io.lockspi.LockService real() {
                return real.service().orElseThrow();
            }
        });
    }

    private static void pause() {
        try {
            Ticker.pause(Duration.ofMillis(3));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Tells too much. */
    private static final class FalseAlarm extends ForwardingClient {
        private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

        FalseAlarm(LockClient real) {
            super(real);
        }

        @Override
        public void onLost(Lock lock, Runnable listener) {
            listeners.add(listener);
            super.onLost(lock, listener);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void unlock() {
                    real.unlock();
                    listeners.forEach(Runnable::run);
                }
            };
        }
    }

    /** The first listener that throws ends the loop. */
    private static final class OneLoop extends ForwardingClient {
        private final Map<Lock, List<Runnable>> listeners = new ConcurrentHashMap<>();

        OneLoop(LockClient real) {
            super(real);
        }

        @Override
        public void onLost(Lock lock, Runnable listener) {
            List<Runnable> all = listeners.computeIfAbsent(lock, key -> new CopyOnWriteArrayList<>());
            if (all.isEmpty()) {
                super.onLost(lock, () -> all.forEach(Runnable::run));
            }
            all.add(listener);
        }
    }

    /** "Not yours" is an error like any other. */
    public static final class StubbornSpi extends ToySpi {
        public StubbornSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return super.renew(renewals)
                    .thenApply(results ->
                            results.stream().map(StubbornSpi::tryAgain).toList());
        }

        private static Renewal.Result tryAgain(Renewal.Result result) {
            return result instanceof Renewal.NotMine ? new Renewal.Unknown(new IOException("try again")) : result;
        }
    }

    /** DEL. */
    static final class DeletingStore extends ToyStore {
        @Override
        protected boolean isOwnerForRelease(Entry entry, Claim claim) {
            return entry.owner != null;
        }
    }

    /** PEXPIRE. */
    private static final class UncheckedRenewalStore extends ToyStore {
        @Override
        protected boolean mayRenew(Entry entry, Claim claim) {
            return entry.owner != null;
        }
    }

    /** Asks again only when an unlock() is heard of. */
    private static final class MessagesOnly extends ForwardingClient {
        private static final AtomicInteger UNLOCKS = new AtomicInteger();

        MessagesOnly(LockClient real) {
            super(real);
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    long began = Ticker.nanos();
                    while (!real.tryLock() && Ticker.since(began).toSeconds() < 20) {
                        int heard = UNLOCKS.get();
                        while (heard == UNLOCKS.get() && Ticker.since(began).toSeconds() < 20) {
                            pause();
                        }
                    }
                }

                @Override
                public void unlock() {
                    real.unlock();
                    UNLOCKS.incrementAndGet();
                }
            };
        }
    }

    /** Does not forgive a loss. */
    public static final class GrudgingSpi extends RenewalMutants.SelectiveSpi {
        private final Set<String> lost = ConcurrentHashMap.newKeySet();

        public GrudgingSpi(SpiContext context) {
            super(context);
        }

        @Override
        boolean isSent(Renewal renewal, int position) {
            return !lost.contains(renewal.claim().name());
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return super.renew(renewals).thenApply(results -> {
                for (int i = 0; i < results.size(); i++) {
                    if (results.get(i) instanceof Renewal.NotMine) {
                        lost.add(renewals.get(i).claim().name());
                    }
                }
                return results;
            });
        }
    }
}
