package io.lockspi.internal;

import io.lockspi.spi.TimeSource;
import java.util.PriorityQueue;

/** The time of one simulated process: its own rate and origin over the simulation's time, and its own timer. */
final class SimClock implements TimeSource {
    private static final int MOST_READINGS = 100_000;

    private final Simulation world;
    private final double rate;
    private final long origin;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private long numbers;
    private int step;
    private int readings;
    private Runnable onJump = () -> {};

    private record Timer(long due, long number, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            long difference = due - other.due;
            return difference == 0 ? Long.compare(number, other.number) : Long.signum(difference);
        }
    }

    SimClock(Simulation world, double rate, long origin) {
        this.world = world;
        this.rate = rate;
        this.origin = origin;
    }

    @Override
    public long nanos() {
        if (step != world.steps) {
            step = world.steps;
            readings = 0;
        }
        if (++readings > MOST_READINGS) {
            world.violation("LIVELOCK: a step of the engine does not end");
            world.advanceTo(world.now() + Nanos.millis(1));
        }
        return origin + (long) (world.now() * rate);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        Timer timer = new Timer(nanos() + Math.max(0, delayNanos), numbers++, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** Lets the rest of the world go on for a step; a real park may return early as well. */
    @Override
    public void park(Object blocker, long nanos) {
        world.stepWhileParked();
    }

    @Override
    public void onClockJump(Runnable task) {
        onJump = task;
    }

    void jump() {
        onJump.run();
    }

    boolean isIdle() {
        return timers.isEmpty();
    }

    boolean hasDue() {
        Timer first = timers.peek();
        return first != null && first.due - nanos() <= 0;
    }

    /** Runs the first timer that is due. */
    void fire() {
        Timer first = timers.poll();
        if (first != null) {
            first.task.run();
        }
    }

    /** When the first timer becomes due, in the simulation's time; {@link Long#MAX_VALUE} if there is none. */
    long nextDue() {
        Timer first = timers.peek();
        return first == null ? Long.MAX_VALUE : (long) Math.ceil((first.due - origin) / rate) + 1;
    }
}
