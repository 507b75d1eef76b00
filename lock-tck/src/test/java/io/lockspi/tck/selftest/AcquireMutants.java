package io.lockspi.tck.selftest;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;

/** What can be wrong with the request that acquires: its condition, its clock, its id, and what its answer is taken for. */
@SuppressWarnings("LockNotBeforeTry")
final class AcquireMutants {
    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "an expired time in the value is taken over, by each client's own clock",
                    "L01",
                    OwnClocks::subject),
            Mutant.spi("L04", "the owner's id is that of the thread", ThreadIdSpi.class),
            Mutant.spi("L20", "the answer to SETNX is compared with the owner's id", NeverTrueSpi.class),
            Mutant.pair(
                    "N05",
                    "the store makes the id, and the answer is lost",
                    NetworkMutants.RenewingStore::new,
                    NewIdSpi.class),
            Mutant.spi("D02", "a script that a restarted server does not know is the end", UnknownScriptSpi.class));

    private AcquireMutants() {}

    /** SETNX with a time as the value, and GETSET once that is past. */
    private static final class OwnClocks extends ForwardingClient {
        private final ToyStore store;
        private final Map<String, Long> ends;
        private final long ahead;

        OwnClocks(LockClient real, ToyStore store, Map<String, Long> ends, long ahead) {
            super(real);
            this.store = store;
            this.ends = ends;
            this.ahead = ahead;
        }

        static WrappedSubject subject() {
            ToyStore store = new ToyStore();
            Map<String, Long> ends = new ConcurrentHashMap<>();
            AtomicLong hours = new AtomicLong();
            return new WrappedSubject(
                    ToyTckTest.toy(store, ""),
                    real -> new OwnClocks(
                            real,
                            store,
                            ends,
                            Duration.ofHours(hours.incrementAndGet()).toNanos()));
        }

        private long now() {
            return Ticker.nanos() + ahead;
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    real.lock();
                    mine();
                }

                @Override
                public boolean tryLock() {
                    boolean got = real.tryLock();
                    Long end = ends.get(ours().name());
                    if (!got && end != null && end - now() < 0) {
                        store.evict(ours().name());
                        got = real.tryLock();
                    }
                    if (got) {
                        mine();
                    }
                    return got;
                }

                private void mine() {
                    ends.put(ours().name(), now() + Duration.ofMinutes(1).toNanos());
                }
            };
        }
    }

    /** Sends other ids than the engine's. */
    abstract static class OtherIdsSpi extends ToySpi {
        final Map<String, String> ids = new ConcurrentHashMap<>();

        OtherIdsSpi(SpiContext context) {
            super(context);
        }

        static Claim as(Claim claim, String id) {
            return new Claim(claim.name(), id, claim.lease(), claim.tokens());
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return super.renew(renewals.stream()
                    .map(renewal -> new Renewal(known(renewal.claim()), renewal.grant(), renewal.lease()))
                    .toList());
        }

        Claim known(Claim claim) {
            return as(claim, ids.getOrDefault(claim.id(), claim.id()));
        }

        @Override
        public CompletionStage<Boolean> release(Release release) {
            return super.release(
                    new Release(known(release.claim()), release.grant(), release.topToken(), release.unanswered()));
        }
    }

    /** Two processes have a thread 1 each. */
    public static final class ThreadIdSpi extends OtherIdsSpi {
        public ThreadIdSpi(SpiContext context) {
            super(context);
        }

        @Override
        @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            String id = ids.computeIfAbsent(
                    claim.id(), unused -> "thread-" + Thread.currentThread().getId());
            return super.tryAcquire(as(claim, id), wait);
        }
    }

    /** Learns what its claim is called from the answer. */
    public static final class NewIdSpi extends OtherIdsSpi {
        private final AtomicInteger made = new AtomicInteger();

        public NewIdSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            String id = claim.id() + "-" + made.incrementAndGet();
            return super.tryAcquire(as(claim, id), wait).thenApply(attempt -> {
                if (attempt instanceof Attempt.Granted) {
                    ids.put(claim.id(), id);
                }
                return attempt;
            });
        }
    }

    /** {@code setnx(KEYS[1], ARGV[1]) == ARGV[1]}, which is never true. If nothing could be locked, no rule would be run. */
    public static final class NeverTrueSpi extends ToySpi {
        public NeverTrueSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait)
                    .thenApply(
                            attempt -> attempt instanceof Attempt.Granted && !wait ? new Attempt.Held(null) : attempt);
        }
    }

    /** NOSCRIPT is an error like any other. */
    public static final class UnknownScriptSpi extends ToySpi {
        private final AtomicInteger connections = new AtomicInteger();

        public UnknownScriptSpi(SpiContext context) {
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
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait).thenApply(attempt -> connections.get() < 2 ? attempt : noScript());
        }

        private static Attempt noScript() {
            return new Attempt.Unavailable(
                    new LockUnavailableException("NOSCRIPT No matching script", null),
                    Attempt.Effect.UNKNOWN_CLOSED,
                    true,
                    null);
        }
    }
}
