package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LossEvent;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.SpiEvents;
import io.lockspi.spi.TimeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One simulated process: an engine with its clock, its way to the store, and its callbacks waiting to be run. */
final class SimNode {
    final Engine engine;
    final SimClock clock;
    private final Simulation world;
    private final String label;
    private final SimSpi spi;
    private final Queued queued = new Queued();
    private final Set<String> losses = new HashSet<>();
    private long pausedUntil;
    private boolean closed;

    /** Keeps what it is given until the simulation runs it. */
    private static final class Queued extends AbstractExecutorService {
        final List<Runnable> waiting = new ArrayList<>();
        private boolean shut;

        @Override
        public void execute(Runnable task) {
            if (shut) {
                throw new RejectedExecutionException("shut down");
            }
            waiting.add(task);
        }

        @Override
        public void shutdown() {
            shut = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shut = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shut;
        }

        @Override
        public boolean isTerminated() {
            return shut && waiting.isEmpty();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return isTerminated();
        }
    }

    SimNode(Simulation world, String label, EngineOptions options) {
        this.world = world;
        this.label = label;
        this.clock = new SimClock(world, world.someRate(), world.someOrigin());
        this.spi = new SimSpi(world, this);
        LockProvider.Service service =
                new LockProvider.Service("sim", List.of(), world.capabilities(), Set.of(), context -> spi);
        LockConfig config = LockConfig.ofAlgorithm("sim").withAttachment(TimeSource.class, clock);
        this.engine =
                Engine.simulated(service, options, config, new Callbacks(queued), new Random(world.random(1_000_000)));
        world.names().forEach(name -> engine.lock(name).onLost(this::noteLoss));
    }

    private void noteLoss(LossEvent event) {
        world.note(label + " lost " + event);
        world.check(
                losses.add(event.lockName() + event.fencingToken()),
                () -> "LOSSES: " + label + " was told twice of one loss: " + event);
    }

    SimSpi spi() {
        return spi;
    }

    @Nullable
    Hold holder(String name) {
        LockState state = engine.table().peek(name);
        return state == null ? null : state.holder();
    }

    /** Whether a claim is still of interest here: held, being released, or being acquired. */
    boolean wants(String name, String id) {
        LockState state = engine.table().peek(name);
        Hold hold = holder(name);
        return (hold != null && hold.claim.id().equals(id))
                || (state != null
                        && state.sizes().getOrDefault("waiters", 0) > 0
                        && spi.newest(name).equals(id));
    }

    SpiEvents events() {
        return spi.events();
    }

    boolean isPaused() {
        return !world.isHealthy() && world.now() < pausedUntil;
    }

    void pause(long nanos) {
        pausedUntil = world.now() + nanos;
    }

    boolean hasCallbacks() {
        return !isPaused() && !queued.waiting.isEmpty();
    }

    void runCallback() {
        queued.waiting.remove(world.random(queued.waiting.size())).run();
    }

    boolean hasDueTimer() {
        return !isPaused() && clock.hasDue();
    }

    /** Nothing that this process should have done by now is left. */
    boolean isUpToDate() {
        return !isPaused() && !clock.hasDue() && queued.waiting.isEmpty();
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        world.note(label + " closes");
        engine.close();
        world.note(label + " is closed");
    }

    int size(String what) {
        return engine.sizes().getOrDefault(what, 0);
    }

    @Override
    public String toString() {
        return label;
    }
}
