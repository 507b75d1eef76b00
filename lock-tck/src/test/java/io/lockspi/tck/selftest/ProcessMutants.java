package io.lockspi.tck.selftest;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.Elsewhere;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import io.lockspi.tck.SubjectOpener;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/** What can be wrong between processes. The client's part of a flaw is in the child JVM as well. */
@SuppressWarnings("LockNotBeforeTry")
final class ProcessMutants {
    private static final long YEAR = Duration.ofDays(365).toNanos();

    static final List<Mutant> ALL = List.of(
            Mutant.spi("X01", "each process has a prefix of its own", PrivatePrefixSpi.class),
            Mutant.store("X02", "SETNX without an expiry", EternalStore::new),
            Mutant.store("X02", "SETNX, and the EXPIRE after it is lost", LostExpireStore::new),
            Mutant.store("X03", "delete without owner check, and the former holder comes back", CarelessStore::new),
            inEveryProcess("X03", "isHeld() answers from a boolean", BooleanHeldOpener.class),
            new Mutant("isHeld() answers from a boolean, and leases are not declared", "X03", WithoutLeases::new),
            Mutant.spi("X04", "a renewal that comes late is the last one", EasilyDiscouragedSpi.class),
            Mutant.spi("X05", "close() forgets what is held", ServiceMutants.ForgetsAtCloseSpi.class),
            inEveryProcess("X06", "threads of the client keep the process alive", LivelyOpener.class),
            Mutant.store("X07", "the queue keeps dead waiters", ImmortalWaiters::new),
            Mutant.spi("X08", "the counter is in the process", FencingMutants.CountingSpi.class),
            Mutant.spi("X09", "the answer to SETNX is not looked at", OwnershipMutants.CarelessSpi.class),
            Mutant.store("X10", "a dead waiter stays the next one", ImmortalWaiters::new));

    private ProcessMutants() {}

    static Mutant inEveryProcess(String rule, String name, Class<? extends BrokenOpener> opener) {
        return new Mutant(name, rule, () -> elsewhere(ToyTckTest.toy(new ToyStore(), ""), opener));
    }

    static Subject elsewhere(Subject right, Class<? extends BrokenOpener> opener) {
        return new ElsewhereBroken(right, opener);
    }

    /** Right here and broken in other processes. */
    private static class ElsewhereBroken extends DelegatingSubject {
        private final Class<? extends BrokenOpener> opener;

        ElsewhereBroken(Subject real, Class<? extends BrokenOpener> opener) {
            super(real);
            this.opener = opener;
        }

        @Override
        public Optional<Elsewhere> elsewhere() {
            return super.elsewhere().map(right -> new Elsewhere(opener, right.argument()));
        }
    }

    /** Keeps silent about its leases, so that nobody asks about them. */
    private static final class WithoutLeases extends ElsewhereBroken {
        WithoutLeases() {
            super(ToyTckTest.toy(new ToyStore(), ""), BooleanHeldOpener.class);
        }

        @Override
        public Set<LockCapability> capabilities() {
            Set<LockCapability> fewer = EnumSet.copyOf(super.capabilities());
            fewer.remove(LockCapability.LEASE);
            return fewer;
        }
    }

    /** Opens a right subject with broken clients. */
    public abstract static class BrokenOpener implements SubjectOpener {
        abstract LockClient breakIt(LockClient real);

        @Override
        public Subject open(String argument) {
            return new WrappedSubject(ProviderSubject.of(argument), this::breakIt);
        }
    }

    /** Believes what it knew. */
    public static final class BooleanHeldOpener extends BrokenOpener {
        @Override
        LockClient breakIt(LockClient real) {
            return new ForwardingClient(real) {
                @Override
                public boolean isHeld(Lock lock) {
                    return true;
                }
            };
        }
    }

    /** Never lets go. */
    public static final class LivelyOpener extends BrokenOpener {
        @Override
        LockClient breakIt(LockClient real) {
            Thread lively = new Thread(() -> {
                while (true) {
                    LockSupport.park();
                }
            });
            lively.setDaemon(false);
            lively.start();
            return real;
        }
    }

    static final class EternalStore extends ToyStore {
        @Override
        protected boolean isOver(Entry entry) {
            return false;
        }
    }

    private static final class LostExpireStore extends ToyStore {
        @Override
        protected void grant(Entry entry, Claim claim, String label) {
            super.grant(entry, claim, label);
            entry.deadline = now() + YEAR;
        }

        @Override
        protected long left(Entry entry) {
            return Math.min(Mutant.LEASE.toMillis(), super.left(entry));
        }
    }

    /** DEL, and a renewal that does not compare either. */
    private static final class CarelessStore extends ToyStore {
        @Override
        protected boolean isOwnerForRelease(Entry entry, Claim claim) {
            return entry.owner != null;
        }
    }

    /** Nobody is ever taken out of the queue. */
    private static final class ImmortalWaiters extends ToyStore {
        @Override
        protected boolean isDead(long aliveUntil) {
            return false;
        }
    }

    /** Puts the process id before each name. */
    public static final class PrivatePrefixSpi extends ToySpi {
        public PrivatePrefixSpi(SpiContext context) {
            super(context);
        }

        @Override
        protected String storedName(String name) {
            return ProcessHandle.current().pid() + ":" + name;
        }
    }

    /** Gives up renewing after a round that came late. */
    public static final class EasilyDiscouragedSpi extends ToySpi {
        private volatile long last = System.nanoTime();
        private volatile boolean discouraged;

        public EasilyDiscouragedSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            last = System.nanoTime();
            return super.tryAcquire(claim, wait);
        }

        private long longest() {
            Duration lease = context().config().duration("lease", Duration.ofSeconds(30));
            return lease.dividedBy(3).plusMillis(50).toNanos();
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            long now = System.nanoTime();
            discouraged |= now - last > longest();
            last = now;
            return discouraged
                    ? CompletableFuture.completedFuture(renewals.stream()
                            .map(renewal -> (Renewal.Result) new Renewal.Unknown(new IOException("gave up")))
                            .toList())
                    : super.renew(renewals);
        }
    }
}
