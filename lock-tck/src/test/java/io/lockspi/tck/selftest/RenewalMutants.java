package io.lockspi.tck.selftest;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What can be wrong with renewal. */
@SuppressWarnings("LockNotBeforeTry")
final class RenewalMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.spi("T20", "a fixed expiry, without a watchdog", NoWatchdogSpi.class),
            Mutant.spi("T20", "the watchdog stops after its first round", OneRenewalSpi.class),
            Mutant.spi("T21", "an acknowledged renewal does not move the deadline", StandingDeadlineSpi.class),
            Mutant.pair(
                    "T22", "a late renewal takes a released lock again", ResurrectingStore::new, LateRenewalSpi.class),
            Mutant.client("T23", "the watchdog renews for a dead thread", OwnershipMutants.OneThreadClient::new),
            Mutant.lock("T24", "an inner unlock() ends the renewal", real -> new ForwardingLock(real) {
                @Override
                public void unlock() {
                    int left = ours().holdCount() - 1;
                    for (int i = 0; i <= left; i++) {
                        real.unlock();
                    }
                    for (int i = 0; i < left; i++) {
                        ours().lock(Mutant.LEASE);
                    }
                }
            }),
            Mutant.lock("T25", "a nested lock() takes the outer one's limit", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    if (ours().isHeldByCurrentThread()) {
                        ours().lock(Duration.ofMillis(100));
                    } else {
                        real.lock();
                    }
                }
            }),
            Mutant.spi("T26", "a batch of renewals is cut after 20", SmallBatchSpi.class),
            Mutant.spi("T27", "renewals are kept by name, and the second holder is forgotten", ByNameSpi.class));

    private RenewalMutants() {}

    private static Renewal.Result unknown() {
        return new Renewal.Unknown(new IOException("not sent"));
    }

    /** Renews only what it is told to. */
    public abstract static class SelectiveSpi extends ToySpi {
        SelectiveSpi(SpiContext context) {
            super(context);
        }

        abstract boolean isSent(Renewal renewal, int position);

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            List<Renewal> sent = new ArrayList<>();
            boolean[] chosen = new boolean[renewals.size()];
            for (int i = 0; i < renewals.size(); i++) {
                chosen[i] = isSent(renewals.get(i), i);
                if (chosen[i]) {
                    sent.add(renewals.get(i));
                }
            }
            return super.renew(sent).thenApply(answers -> {
                List<Renewal.Result> results = new ArrayList<>();
                int next = 0;
                for (boolean one : chosen) {
                    results.add(one ? answers.get(next++) : unknown());
                }
                return results;
            });
        }
    }

    /** Never renews. */
    public static final class NoWatchdogSpi extends SelectiveSpi {
        public NoWatchdogSpi(SpiContext context) {
            super(context);
        }

        @Override
        boolean isSent(Renewal renewal, int position) {
            return false;
        }
    }

    /** Renews each claim once. */
    public static final class OneRenewalSpi extends SelectiveSpi {
        private final Set<String> renewed = ConcurrentHashMap.newKeySet();

        public OneRenewalSpi(SpiContext context) {
            super(context);
        }

        @Override
        boolean isSent(Renewal renewal, int position) {
            return renewed.add(renewal.claim().id());
        }
    }

    /** Renews the first of a batch. */
    public static final class SmallBatchSpi extends SelectiveSpi {
        private final Map<String, Integer> places = new ConcurrentHashMap<>();

        public SmallBatchSpi(SpiContext context) {
            super(context);
        }

        @Override
        boolean isSent(Renewal renewal, int position) {
            int size = places.size();
            return places.computeIfAbsent(renewal.claim().id(), id -> size) < 20;
        }
    }

    /** Knows one claim for each name, the first. */
    public static final class ByNameSpi extends SelectiveSpi {
        private final Map<String, String> claims = new ConcurrentHashMap<>();

        public ByNameSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            claims.putIfAbsent(claim.name(), claim.id());
            return super.tryAcquire(claim, wait);
        }

        @Override
        boolean isSent(Renewal renewal, int position) {
            return renewal.claim().id().equals(claims.get(renewal.claim().name()));
        }
    }

    /** Renews for so long and no longer. */
    public static final class ShortRenewalSpi extends ToySpi {
        public ShortRenewalSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return super.renew(renewals.stream()
                    .map(renewal -> new Renewal(renewal.claim(), renewal.grant(), Duration.ofMillis(600)))
                    .toList());
        }
    }

    /** Renews in the store, and does not tell. */
    public static final class StandingDeadlineSpi extends ToySpi {
        public StandingDeadlineSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return super.renew(renewals)
                    .thenApply(results -> results.stream()
                            .map(result -> result instanceof Renewal.Extended
                                    ? (Renewal.Result) new Renewal.Extended(Duration.ofMillis(1))
                                    : result)
                            .toList());
        }
    }

    /** A renewal creates what is missing. */
    static final class ResurrectingStore extends ToyStore {
        @Override
        protected boolean mayRenew(Entry entry, Claim claim) {
            if (entry.owner == null) {
                entry.owner = claim.id();
                entry.deadline = now();
            }
            return super.mayRenew(entry, claim);
        }
    }

    /** Renewals take a detour. */
    public static final class LateRenewalSpi extends ToySpi {
        public LateRenewalSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            CompletableFuture<List<Renewal.Result>> late = new CompletableFuture<>();
            context()
                    .time()
                    .schedule(
                            TimeUnit.MILLISECONDS.toNanos(15),
                            () -> super.renew(renewals).whenComplete((results, failure) -> {
                                if (failure == null) {
                                    late.complete(results);
                                } else {
                                    late.completeExceptionally(failure);
                                }
                            }));
            return late;
        }
    }
}
