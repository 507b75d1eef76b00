package io.lockspi.tck;

import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** A back end behind a {@link Gate}. Thread-safe. */
final class GatedSpi implements LockServiceSpi {
    private final LockServiceSpi real;
    private final Gate gate;

    GatedSpi(LockServiceSpi real, Gate gate) {
        this.real = real;
        this.gate = gate;
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        return gate.pass(() -> real.tryAcquire(claim, wait))
                .exceptionally(failure -> new Attempt.Unavailable(
                        unavailable("acquire of lock '" + claim.name() + "'", failure),
                        closed(failure).effect(),
                        false,
                        null));
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        return gate.pass(() -> real.renew(renewals)).exceptionally(failure -> {
            LockUnavailableException cause = unavailable("renewal", failure);
            return renewals.stream()
                    .<Renewal.Result>map(renewal -> new Renewal.Unknown(cause))
                    .toList();
        });
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        return explained("release of lock '" + release.claim().name() + "'", gate.pass(() -> real.release(release)));
    }

    @Override
    public CompletionStage<Void> check() {
        return explained("check", gate.pass(real::check));
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return explained("inspection of lock '" + name + "'", gate.pass(() -> real.inspect(name)));
    }

    @Override
    public CompletionStage<OptionalInt> waiters(String name) {
        return explained("count of who waits for lock '" + name + "'", gate.pass(() -> real.waiters(name)));
    }

    private static <T> CompletionStage<T> explained(String what, CompletableFuture<T> answer) {
        return answer.exceptionallyCompose(failure -> CompletableFuture.failedFuture(unavailable(what, failure)));
    }

    private static LockUnavailableException unavailable(String what, Throwable failure) {
        Gate.Closed closed = closed(failure);
        return new LockUnavailableException(what + " had no answer: " + closed.getMessage(), closed);
    }

    /** Only the gate's own failures are put into words here; the back end's go through as they are. */
    private static Gate.Closed closed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Gate.Closed closed) {
            return closed;
        }
        throw cause instanceof RuntimeException known ? known : new CompletionException(cause);
    }

    @Override
    public void onEvents(SpiEvents events) {
        gate.onReopened(events::mayHaveMissedEvents);
        real.onEvents(new GatedEvents(events));
    }

    /** News does not pass a gate that is not open; that some was missed is told when it is opened. */
    private final class GatedEvents implements SpiEvents {
        private final SpiEvents events;

        GatedEvents(SpiEvents events) {
            this.events = events;
        }

        @Override
        public void mayBeFree(String name) {
            if (gate.isOpen()) {
                events.mayBeFree(name);
            }
        }

        @Override
        public void mayHaveMissedEvents() {
            if (gate.isOpen()) {
                events.mayHaveMissedEvents();
            }
        }

        @Override
        public void lost(Claim claim) {
            if (gate.isOpen()) {
                events.lost(claim);
            }
        }
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return real.unwrap(type);
    }

    @Override
    public void close() {
        real.close();
    }
}
