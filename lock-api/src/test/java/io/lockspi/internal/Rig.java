package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockConfig;
import io.lockspi.LossEvent;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;

/**
 * An engine on a manual clock and a scripted back end, with threads to call it. Closing it ends all of them and checks
 * that the engine leaves nothing behind. The renewed lease is 30 s and the request time-out 3 s unless a test says else.
 */
final class Rig implements AutoCloseable {
    static final String NAME = "invoices";

    final ManualClock clock;
    final ScriptedSpi spi = new ScriptedSpi();
    final Engine engine;
    final DistributedLock lock;
    private final List<Actor> actors = new CopyOnWriteArrayList<>();

    Rig() {
        this("");
    }

    Rig(String options) {
        this(new ManualClock(), options);
    }

    Rig(ManualClock clock, String options) {
        this(clock, options, Set.of(LockCapability.FENCING_TOKENS, LockCapability.LEASE));
    }

    /** An engine on a back end that can do just this. */
    Rig(ManualClock clock, String options, Set<LockCapability> capabilities) {
        this.clock = clock;
        LockProvider.Service service = TestProvider.service(spi, capabilities);
        LockConfig config = LockConfig.of("test://store" + options).withAttachment(TimeSource.class, clock);
        this.engine = Engine.start(service, EngineOptions.read(service, config), config);
        this.lock = engine.lock(NAME);
    }

    /** An engine whose back end answers by itself, and correctly. */
    static Rig serving() {
        Rig rig = new Rig();
        new TinyStore(rig.clock).serve(rig.spi);
        return rig;
    }

    Actor actor(String name) {
        Actor actor = new Actor(clock, name);
        actors.add(actor);
        return actor;
    }

    /** An actor that holds {@link #lock}, renewed, with the given token. */
    Actor holder(long token) {
        Actor actor = actor("holder");
        Call<String> call = actor.run(lock::lock).awaitParked();
        lastAcquire().granted(token);
        call.result();
        return actor;
    }

    /** An actor that holds {@link #lock} with a lease of its own. */
    Actor holder(long token, Duration lease) {
        Actor actor = actor("holder");
        Call<String> call = actor.run(() -> lock.lock(lease)).awaitParked();
        lastAcquire().granted(token);
        call.result();
        return actor;
    }

    /** The hold of {@link #lock}, which must be held or on its way to be released. */
    Hold holderHold() {
        return Objects.requireNonNull(state().holder());
    }

    /** What the engine knows of {@link #lock}, which must be in use. */
    LockState state() {
        return Objects.requireNonNull(engine.table().peek(NAME));
    }

    /** Grants the last attempt, and lets something happen after that was decided and before the waiter is woken. */
    void grantAndBeforeTheWaiterWakes(Runnable action) {
        state().underMutex(() -> {
            state().afterwards(action);
            lastAcquire().granted(1);
        });
    }

    ScriptedSpi.AcquireCall lastAcquire() {
        return spi.acquire(spi.acquires().size() - 1);
    }

    ScriptedSpi.RenewCall lastRenew() {
        return spi.renew(spi.renews().size() - 1);
    }

    ScriptedSpi.ReleaseCall lastRelease() {
        return spi.release(spi.releases().size() - 1);
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    void advanceMillis(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    int size(String what) {
        return engine.sizes().getOrDefault(what, -1);
    }

    void assertNothingLeft() {
        assertThat(engine.sizes())
                .isEqualTo(Map.of("states", 0, "releases", 0, "agenda", 0, "listened", 0, "candidates", 0));
    }

    /** Losses as the listeners of {@link #lock} are told. */
    List<LossEvent> recordLosses() {
        List<LossEvent> losses = new CopyOnWriteArrayList<>();
        var unused = lock.onLost(losses::add);
        return losses;
    }

    /** One section that does nothing. */
    static void takeAndGiveBack(Lock lock) {
        lock.lock();
        try {
            Thread.onSpinWait();
        } finally {
            lock.unlock();
        }
    }

    static void awaitSize(List<?> list, int size) {
        Actor.await("size " + size + " of " + list, () -> list.size() >= size);
        assertThat(list).hasSize(size);
    }

    @Override
    public void close() {
        spi.wrapUp();
        actor("closer").does(engine::close);
        actors.forEach(Actor::dismiss);
        assertThat(size("agenda")).as("entries of the agenda after close").isZero();
        assertThat(size("releases")).as("open releases after close").isZero();
    }
}
