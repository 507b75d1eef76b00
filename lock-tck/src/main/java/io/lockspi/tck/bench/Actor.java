package io.lockspi.tck.bench;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A thread that does what a rule tells it, one step after the other. Thread-safe. */
public final class Actor {
    private final BlockingQueue<Step<?>> steps = new LinkedBlockingQueue<>();
    private final Duration patience;
    private final Thread thread;
    private volatile boolean ending;

    Actor(ThreadFactory threads, Duration patience) {
        this.patience = patience;
        this.thread = threads.newThread(this::work);
        thread.start();
    }

    private void work() {
        while (!ending || !steps.isEmpty()) {
            try {
                steps.take().run();
            } catch (InterruptedException betweenSteps) {
                // Meant for a step that had ended already.
            }
        }
    }

    /**
     * Begins a step and returns when the thread is in it.
     *
     * @param what says what it is, such as "lock() of the second client"
     */
    public <T extends @Nullable Object> Step<T> begin(String what, Callable<T> body) throws InterruptedException {
        Step<T> step = new Step<>(what, body);
        steps.add(step);
        step.awaitBegun();
        return step;
    }

    /** Begins a step that has no result. */
    public Step<@Nullable Object> begin(String what, Check.Body body) throws InterruptedException {
        return begin(what, () -> {
            body.run();
            return null;
        });
    }

    /** Does a step that is not expected to wait for long, and returns its result. */
    public <T extends @Nullable Object> T get(String what, Callable<T> body) throws Exception {
        Step<T> step = new Step<>(what, body);
        steps.add(step);
        return step.within(patience);
    }

    /** Does a step that is not expected to wait for long. */
    public void run(String what, Check.Body body) throws Exception {
        get(what, () -> {
            body.run();
            return true;
        });
    }

    /** Interrupts the thread. */
    public void interrupt() {
        thread.interrupt();
    }

    /** Lets the thread end after the steps it has. */
    public void end() {
        steps.add(new Step<>("the end", () -> ending = true));
    }

    /** Waits for the thread's end; false if it does not come. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        thread.join(Math.max(1, limit.toMillis()));
        return !thread.isAlive();
    }

    /** Where the thread is, for people. */
    public String position() {
        StackTraceElement[] stack = thread.getStackTrace();
        StringBuilder text = new StringBuilder(thread.getName());
        for (int i = 0; i < Math.min(stack.length, 12); i++) {
            text.append("\n    at ").append(stack[i]);
        }
        return text.toString();
    }
}
