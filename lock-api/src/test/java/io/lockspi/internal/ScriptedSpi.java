package io.lockspi.internal;

import io.lockspi.LockBackendException;
import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A back end that records every request and answers when, and as, the test says; never of its own accord. */
final class ScriptedSpi implements LockServiceSpi {
    private final List<AcquireCall> acquires = new CopyOnWriteArrayList<>();
    private final List<RenewCall> renews = new CopyOnWriteArrayList<>();
    private final List<ReleaseCall> releases = new CopyOnWriteArrayList<>();
    private volatile Consumer<AcquireCall> onAcquire = call -> {};
    private volatile Consumer<RenewCall> onRenew = call -> {};
    private volatile Consumer<ReleaseCall> onRelease = call -> {};
    private volatile CompletionStage<@Nullable Void> health = CompletableFuture.completedFuture(null);
    private volatile @Nullable CompletionStage<Optional<LockInfo>> inspection;
    private volatile CompletionStage<OptionalInt> waiters = CompletableFuture.completedFuture(OptionalInt.empty());
    private final List<String> inspected = new CopyOnWriteArrayList<>();
    private volatile @Nullable SpiEvents events;
    private final AtomicInteger closes = new AtomicInteger();

    /** One attempt to acquire. */
    record AcquireCall(Claim claim, boolean waits, CompletableFuture<Attempt> answer) {
        void granted(long token) {
            granted(token, claim.lease());
        }

        void granted(long token, Duration validFor) {
            answer.complete(new Attempt.Granted(new Grant(token, token, validFor)));
        }

        void grantedBlock(long firstToken, long lastToken, Duration validFor) {
            answer.complete(new Attempt.Granted(new Grant(firstToken, lastToken, validFor)));
        }

        void held() {
            answer.complete(new Attempt.Held(null));
        }

        void held(Duration retryAfter) {
            answer.complete(new Attempt.Held(retryAfter));
        }

        void unavailable(Attempt.Effect effect) {
            unavailable(effect, null);
        }

        void unavailable(Attempt.Effect effect, @Nullable Duration retryAfter) {
            answer.complete(new Attempt.Unavailable(down(), effect, false, retryAfter));
        }

        void refused() {
            answer.complete(new Attempt.Unavailable(
                    new LockBackendException("wrong password", null), Attempt.Effect.NONE, true, null));
        }
    }

    /** One batch of renewals. */
    record RenewCall(List<Renewal> renewals, CompletableFuture<List<Renewal.Result>> answer) {
        void extended() {
            answer.complete(renewals.stream()
                    .<Renewal.Result>map(renewal -> new Renewal.Extended(renewal.lease()))
                    .toList());
        }

        void notMine() {
            answer.complete(renewals.stream()
                    .<Renewal.Result>map(renewal -> new Renewal.NotMine())
                    .toList());
        }

        void unknown() {
            answer.complete(renewals.stream()
                    .<Renewal.Result>map(renewal -> new Renewal.Unknown(down()))
                    .toList());
        }
    }

    /** One release. */
    record ReleaseCall(Release release, CompletableFuture<Boolean> answer) {
        void confirmed() {
            answer.complete(true);
        }

        void gone() {
            answer.complete(false);
        }

        void fails() {
            answer.completeExceptionally(down());
        }

        void refused() {
            answer.completeExceptionally(new LockBackendException("no permission", null));
        }
    }

    static LockException down() {
        return new LockUnavailableException("the server is down", null);
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        AcquireCall call = new AcquireCall(claim, wait, new CompletableFuture<>());
        acquires.add(call);
        onAcquire.accept(call);
        return call.answer;
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
        RenewCall call = new RenewCall(List.copyOf(renewals), new CompletableFuture<>());
        renews.add(call);
        onRenew.accept(call);
        return call.answer;
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        ReleaseCall call = new ReleaseCall(release, new CompletableFuture<>());
        releases.add(call);
        onRelease.accept(call);
        return call.answer;
    }

    @Override
    public void onEvents(SpiEvents receiver) {
        events = receiver;
    }

    @Override
    @SuppressWarnings("NullAway") // a stage of Void has no other value
    public CompletionStage<Void> check() {
        return health;
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        inspected.add(name);
        CompletionStage<Optional<LockInfo>> answer = inspection;
        return answer == null ? LockServiceSpi.super.inspect(name) : answer;
    }

    @Override
    public CompletionStage<OptionalInt> waiters(String name) {
        return waiters;
    }

    /** How many wait, from now on. */
    void waiters(OptionalInt number) {
        waiters = CompletableFuture.completedFuture(number);
    }

    /** The answer to every inspection from now on. */
    void inspection(CompletionStage<Optional<LockInfo>> stage) {
        inspection = stage;
    }

    /** What was inspected, in order. */
    List<String> inspected() {
        return inspected;
    }

    @Override
    public void close() {
        closes.incrementAndGet();
    }

    /** What the engine wants to be told. */
    SpiEvents events() {
        return Objects.requireNonNull(events);
    }

    AcquireCall acquire(int index) {
        return acquires.get(index);
    }

    RenewCall renew(int index) {
        return renews.get(index);
    }

    ReleaseCall release(int index) {
        return releases.get(index);
    }

    List<AcquireCall> acquires() {
        return acquires;
    }

    List<RenewCall> renews() {
        return renews;
    }

    List<ReleaseCall> releases() {
        return releases;
    }

    int requests() {
        return acquires.size() + renews.size() + releases.size();
    }

    int closes() {
        return closes.get();
    }

    void onAcquire(Consumer<AcquireCall> policy) {
        onAcquire = policy;
    }

    void onRenew(Consumer<RenewCall> policy) {
        onRenew = policy;
    }

    void onRelease(Consumer<ReleaseCall> policy) {
        onRelease = policy;
    }

    void health(CompletionStage<@Nullable Void> stage) {
        health = stage;
    }

    /** Answers everything from now on, and what is open, so that an engine can close at once. */
    void wrapUp() {
        onAcquire(call -> call.unavailable(Attempt.Effect.NONE));
        onRenew(RenewCall::unknown);
        onRelease(ReleaseCall::confirmed);
        acquires.forEach(call -> call.unavailable(Attempt.Effect.NONE));
        renews.forEach(RenewCall::unknown);
        releases.forEach(ReleaseCall::confirmed);
    }
}
