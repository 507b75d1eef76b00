package io.lockspi.tck.selftest;

import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;

/** What can be wrong with tokens. */
@SuppressWarnings("LockNotBeforeTry")
final class FencingMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.store("F01", "the token repeats", RepeatingStore::new),
            Mutant.store("F01", "tokens go back", FallingStore::new),
            Mutant.store("F01", "the token is a random number", RandomStore::new),
            Mutant.store("F01", "the token passes through a floating-point number", FloatingStore::new),
            token("F02", "one token for all sections of a block", (real, lock) -> real.fencingToken(lock) / 4 * 4),
            token(
                    "F03",
                    "a nested acquire mints a token",
                    (real, lock) -> real.fencingToken(lock) + ((io.lockspi.DistributedLock) lock).holdCount() - 1),
            Mutant.store("F04", "the counter is deleted with the lock", CounterDeletedWithTheLock::new),
            token("F05", "the token is read from the server's counter", FencingMutants::current),
            token("F06", "any thread can read the holder's token", FencingMutants::current),
            Mutant.store("F07", "the counter is in the record, and lost with it", CounterInTheRecord::new),
            Mutant.spi("F08", "the counter is in the client", CountingSpi.class),
            Mutant.store("F09", "the counter begins again with each holder", CounterDeletedWithTheLock::new),
            Mutant.store("F10", "the token is the lock's own, for ever", RepeatingStore::new));

    private FencingMutants() {}

    /** How to find a token. */
    private interface Reader {
        long read(LockClient real, Lock lock);
    }

    private static Mutant token(String rule, String name, Reader reader) {
        return Mutant.client(rule, name, real -> new ForwardingClient(real) {
            @Override
            public long fencingToken(Lock lock) {
                return reader.read(real, lock);
            }
        });
    }

    private static long current(LockClient real, Lock lock) {
        String name = ((io.lockspi.DistributedLock) lock).name();
        return real.service()
                .flatMap(service -> service.inspect(name))
                .map(LockInfo::fencingToken)
                .orElse(1L);
    }

    private static final class RepeatingStore extends ToyStore {
        @Override
        protected long nextToken(Claim claim) {
            return 4711;
        }
    }

    private static final class FallingStore extends ToyStore {
        private long next = 1_000_000;

        @Override
        protected long nextToken(Claim claim) {
            return --next;
        }
    }

    private static final class RandomStore extends ToyStore {
        private final Random random = new Random(7);

        @Override
        protected long nextToken(Claim claim) {
            return 1L + random.nextInt(1_000_000);
        }
    }

    /** Counts where such numbers lie further apart than blocks of tokens. */
    private static final class FloatingStore extends ToyStore {
        private long count = 1L << 59;

        @Override
        protected long nextToken(Claim claim) {
            count += claim.tokens();
            return (long) (double) count;
        }
    }

    /** Counts in the lock's record, which is gone when it is taken away. */
    private static final class CounterInTheRecord extends ToyStore {
        private long count = 10;
        private boolean clean;

        @Override
        protected boolean isOwnerForRelease(Entry entry, Claim claim) {
            clean = super.isOwnerForRelease(entry, claim);
            return clean;
        }

        @Override
        protected void drop(Entry entry) {
            if (!clean) {
                count = 10;
            }
            clean = false;
            super.drop(entry);
        }

        @Override
        protected long nextToken(Claim claim) {
            count += claim.tokens();
            return count;
        }
    }

    /** Counts in a key that the release deletes as well. */
    private static final class CounterDeletedWithTheLock extends ToyStore {
        private long count = 10;

        @Override
        protected void raise(long topToken) {
            // A late release must not bring back what was deleted.
        }

        @Override
        protected void drop(Entry entry) {
            count = 10;
            super.drop(entry);
        }

        @Override
        protected long nextToken(Claim claim) {
            count += claim.tokens();
            return count;
        }
    }

    /** Counts by itself. */
    public static final class CountingSpi extends ToySpi {
        private final AtomicLong count = new AtomicLong();

        public CountingSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return super.tryAcquire(claim, wait)
                    .thenApply(attempt -> attempt instanceof Attempt.Granted granted
                            ? new Attempt.Granted(own(granted.grant(), claim))
                            : attempt);
        }

        private Grant own(Grant grant, Claim claim) {
            long last = count.addAndGet(claim.tokens());
            return new Grant(last - claim.tokens() + 1, last, grant.validFor());
        }
    }
}
