package io.lockspi.internal;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A thread that makes one call after the other for a test, which watches them wait, return or fail. */
final class Actor {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManualClock clock;
    private final Thread thread;
    private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
    private volatile boolean dismissed;

    Actor(ManualClock clock, String name) {
        this.clock = clock;
        this.thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Something that a thread does. */
    interface Deed {
        /** Does it. */
        void run() throws Exception;
    }

    private void work() {
        while (!dismissed) {
            try {
                calls.take().run();
            } catch (InterruptedException stray) {
                throw new AssertionError("an interrupt came when nothing was under way", stray);
            }
        }
    }

    /** Starts a call; the test goes on. */
    <T> Call<T> call(Callable<T> callable) {
        Call<T> call = new Call<>(this, callable);
        calls.add(call);
        return call;
    }

    /** Starts a call without a result. */
    Call<String> run(Deed deed) {
        return call(() -> {
            deed.run();
            return "done";
        });
    }

    /** Makes a call that does not wait for the test, and gives its result. */
    <T> T now(Callable<T> callable) {
        return call(callable).result();
    }

    /** Makes a call that does not wait for the test. */
    void does(Deed deed) {
        run(deed).result();
    }

    Thread thread() {
        return thread;
    }

    ManualClock clock() {
        return clock;
    }

    /** Lets the thread end. */
    void dismiss() {
        calls.add(() -> dismissed = true);
        join();
    }

    private void join() {
        await("the end of " + thread, () -> !thread.isAlive());
    }

    /** Polls for a state that another thread brings about; the limit is for tests that fail. */
    static void await(String what, BooleanSupplier reached) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int round = 0; !reached.getAsBoolean(); round++) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited in vain for " + what);
            }
            if (round < 100) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(50_000);
            }
        }
    }
}
