package io.lockspi.tck.selftest;

import io.lockspi.LockConfig;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.SpiContext;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import io.lockspi.tck.toy.ToyProvider;
import io.lockspi.tck.toy.ToyServer;
import io.lockspi.tck.toy.ToySpi;
import io.lockspi.tck.toy.ToyStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What can be wrong with a provider and its services. */
final class ProviderMutants {
    static final List<Mutant> ALL = List.of(
            new Mutant("a provider without a version", "P10", () -> subject(provider("", Set.of(), ToySpi::new))),
            new Mutant(
                    "a provider that accepts any option",
                    "P11",
                    () -> subject(provider("0", Set.of("noSuchOption"), ToySpi::new))),
            new Mutant(
                    "an error that tells the password",
                    "P12",
                    () -> subject(provider("0", Set.of(), TalkativeSpi::new))),
            Mutant.spi("P13", "check() asks a command that the server does not know", UnwellSpi.class),
            Mutant.spi("P20", "a handle believes every answer", OwnershipMutants.CarelessSpi.class),
            Mutant.spi("P21", "handles are not renewed", RenewalMutants.NoWatchdogSpi.class),
            Mutant.spi("P22", "an asynchronous acquire does not wait", OwnershipMutants.CarelessSpi.class),
            Mutant.spi("P23", "withLock() runs without the lock", OwnershipMutants.CarelessSpi.class));

    private ProviderMutants() {}

    private static LockProvider provider(
            String version, Set<String> options, Function<SpiContext, LockServiceSpi> factory) {
        return new LockProvider(
                "lockspi-broken",
                version,
                new LockProvider.Service("toy", List.of(), ToyProvider.CAPABILITIES, options, factory)) {};
    }

    private static Subject subject(LockProvider provider) {
        ToyStore store = new ToyStore();
        ToyServer server = new ToyServer(store, true);
        return ProviderSubject.of(provider, LockConfig.of(server.uri()))
                .withEviction(store::evict)
                .withCloser(server::close);
    }

    /** Explains too much. */
    private static final class TalkativeSpi extends ToySpi {
        TalkativeSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            String password = context().config().password().orElse("none");
            return super.tryAcquire(claim, wait)
                    .thenApply(attempt -> attempt instanceof Attempt.Unavailable silence
                            ? new Attempt.Unavailable(
                                    new LockUnavailableException("no answer to the login with " + password, null),
                                    silence.effect(),
                                    false,
                                    null)
                            : attempt);
        }
    }

    /** Feels ill, always. */
    public static final class UnwellSpi extends ToySpi {
        public UnwellSpi(SpiContext context) {
            super(context);
        }

        @Override
        public CompletionStage<Void> check() {
            return CompletableFuture.failedFuture(new LockUnavailableException("unknown command", null));
        }
    }
}
