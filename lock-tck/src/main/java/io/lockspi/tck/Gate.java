package io.lockspi.tck;

import io.lockspi.spi.Attempt.Effect;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and its back end, and lets requests and answers through or not. Thread-safe.
 *
 * <p>Nothing is sent, completed or told while the gate's own lock is held.
 */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    /** Those without an answer so far. */
    private final Set<Passage<?>> pending = new LinkedHashSet<>();
    /** What goes on when servers that stand still go on, in order. */
    private final Queue<Runnable> held = new ArrayDeque<>();

    private final List<Runnable> reopened = new ArrayList<>();
    private Way way = Way.OPEN;
    private Duration delay = Duration.ZERO;

    /** What becomes of what comes to the gate. */
    private enum Way {
        OPEN,
        /** Requests are swallowed, and answers too. */
        SILENT,
        /** Only answers are swallowed. */
        ANSWERS_LOST,
        /** Requests and answers are kept until the gate is opened. */
        STOPPED,
        /** Requests fail at once. */
        REFUSING
    }

    /** Why a request has no answer. */
    static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Effect effect;

        Closed(String message, Effect effect) {
            super(message);
            this.effect = effect;
        }

        Effect effect() {
            return effect;
        }
    }

    /** One request on its way. */
    private final class Passage<T> {
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private final Supplier<? extends CompletionStage<T>> request;

        Passage(Supplier<? extends CompletionStage<T>> request) {
            this.request = request;
        }

        void send() {
            var unused = request.get().whenComplete(this::arrived);
        }

        private void arrived(T value, @Nullable Throwable failure) {
            Runnable delivery = () -> deliver(value, failure);
            lock.lock();
            try {
                if (way == Way.SILENT || way == Way.ANSWERS_LOST) {
                    return;
                }
                if (way == Way.STOPPED) {
                    held.add(delivery);
                    return;
                }
            } finally {
                lock.unlock();
            }
            delivery.run();
        }

        private void deliver(T value, @Nullable Throwable failure) {
            Runnable end = () -> {
                forget(this);
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            };
            Duration wait = delay();
            if (wait.isZero()) {
                end.run();
            } else {
                CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS)
                        .execute(end);
            }
        }

        void fail() {
            answer.completeExceptionally(new Closed("the connection was closed by the kit", Effect.UNKNOWN_OPEN));
        }
    }

    /** Sends a request through the gate; the result fails with {@link Closed} if the gate makes it fail. */
    <T> CompletableFuture<T> pass(Supplier<? extends CompletionStage<T>> request) {
        Passage<T> passage = new Passage<>(request);
        lock.lock();
        try {
            if (way == Way.REFUSING) {
                return CompletableFuture.failedFuture(new Closed("the kit refuses connections", Effect.NONE));
            }
            pending.add(passage);
            if (way == Way.SILENT) {
                return passage.answer;
            }
            if (way == Way.STOPPED) {
                held.add(passage::send);
                return passage.answer;
            }
        } finally {
            lock.unlock();
        }
        passage.send();
        return passage.answer;
    }

    private void forget(Passage<?> passage) {
        lock.lock();
        try {
            pending.remove(passage);
        } finally {
            lock.unlock();
        }
    }

    private Duration delay() {
        lock.lock();
        try {
            return delay;
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen() {
        lock.lock();
        try {
            return way == Way.OPEN;
        } finally {
            lock.unlock();
        }
    }

    /** Has a task run each time the gate is opened after it was not. */
    void onReopened(Runnable task) {
        lock.lock();
        try {
            reopened.add(task);
        } finally {
            lock.unlock();
        }
    }

    void silence() {
        set(Way.SILENT);
    }

    void loseAnswers() {
        set(Way.ANSWERS_LOST);
    }

    void stop() {
        set(Way.STOPPED);
    }

    void refuse() {
        set(Way.REFUSING);
        cut();
    }

    private void set(Way next) {
        lock.lock();
        try {
            way = next;
        } finally {
            lock.unlock();
        }
    }

    void delayAnswers(Duration time) {
        lock.lock();
        try {
            delay = time;
        } finally {
            lock.unlock();
        }
    }

    /** Fails everything that is on its way, as a connection does that breaks. */
    void cut() {
        List<Passage<?>> broken;
        lock.lock();
        try {
            broken = List.copyOf(pending);
            pending.clear();
        } finally {
            lock.unlock();
        }
        broken.forEach(Passage::fail);
    }

    /** Ends every fault. What was kept goes on; what was swallowed fails now. */
    void open() {
        Way before;
        List<Runnable> todo = new ArrayList<>();
        lock.lock();
        try {
            before = way;
            way = Way.OPEN;
            delay = Duration.ZERO;
            todo.addAll(held);
            held.clear();
            if (before != Way.OPEN) {
                todo.addAll(reopened);
            }
        } finally {
            lock.unlock();
        }
        if (before == Way.SILENT || before == Way.ANSWERS_LOST) {
            cut();
        }
        todo.forEach(Runnable::run);
    }
}
