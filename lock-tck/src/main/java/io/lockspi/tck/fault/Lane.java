package io.lockspi.tck.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection: a queue that keeps the order whatever happens to its messages.
 *
 * <p>While nothing is held or delayed the reading thread delivers by itself, which costs no hand-over; a delivering
 * thread is started when something has to wait for the first time.
 */
final class Lane {

    private final ProxyState state;
    private final Direction direction;
    private final Condition changed;
    private final Consumer<Parcel> delivery;
    private final Consumer<Runnable> threads;
    private final Deque<Parcel> queue = new ArrayDeque<>();
    private boolean delivering;
    private boolean threadStarted;
    private boolean ended;
    private boolean closed;

    Lane(ProxyState state, Direction direction, Consumer<Parcel> delivery, Consumer<Runnable> threads) {
        this.state = state;
        this.direction = direction;
        this.changed = state.lock.newCondition();
        this.delivery = delivery;
        this.threads = threads;
    }

    /**
     * Delivers, queues or swallows a message by its hooks and the mode of its direction.
     *
     * @return whether it was swallowed
     */
    boolean submit(Parcel parcel) {
        return submit(parcel, null);
    }

    /** Ends the stream behind what is queued, whatever the mode. */
    void submitEnd() {
        submit(Parcel.end(System.nanoTime()), Mode.PASS);
    }

    private boolean submit(Parcel parcel, @Nullable Mode forced) {
        state.lock.lock();
        try {
            // The mode is read under the lock, so that a change of mode never misses a message on its way in.
            boolean swallowed = closed || ended || parcel.applyFate(forced != null ? forced : state.mode(direction));
            state.decided(parcel.arrival());
            if (swallowed) {
                return true;
            }
            ended = parcel.arrival() == null;
            boolean waits = delivering || !queue.isEmpty() || !isReady(parcel);
            if (waits) {
                enqueue(parcel);
                return false;
            }
            delivering = true;
        } finally {
            state.lock.unlock();
        }
        deliver(parcel);
        return false;
    }

    private void enqueue(Parcel parcel) {
        queue.add(parcel);
        changed.signalAll();
        if (!threadStarted) {
            threadStarted = true;
            threads.accept(this::deliverUntilClosed);
        }
    }

    private static boolean isReady(Parcel parcel) {
        return !parcel.isHeld() && parcel.nanosUntilDue(System.nanoTime()) <= 0;
    }

    private void deliver(Parcel parcel) {
        try {
            delivery.accept(parcel);
        } finally {
            state.update(() -> delivering = false);
        }
    }

    private void deliverUntilClosed() {
        try {
            Parcel parcel = take();
            while (parcel != null) {
                deliver(parcel);
                parcel = take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the head of the queue to be due; null when the lane is closed. */
    private @Nullable Parcel take() throws InterruptedException {
        state.lock.lockInterruptibly();
        try {
            while (!closed) {
                Parcel head = queue.peek();
                if (head == null || delivering || head.isHeld()) {
                    changed.await();
                } else if (!isReady(head)) {
                    changed.awaitNanos(head.nanosUntilDue(System.nanoTime()));
                } else {
                    delivering = true;
                    return queue.remove();
                }
            }
            return null;
        } finally {
            state.lock.unlock();
        }
    }

    // The methods below are called under the proxy's lock.

    void signal() {
        changed.signalAll();
    }

    void releaseHeldByMode() {
        queue.forEach(Parcel::releaseFromMode);
    }

    void releaseAll() {
        long now = System.nanoTime();
        queue.forEach(parcel -> parcel.releaseNow(now));
    }

    /** Forgets the messages that are held; the end of the stream stays. */
    void discardHeld() {
        queue.removeIf(parcel -> parcel.arrival() != null && parcel.isHeld());
    }

    /** Whether the end of the stream can still be submitted. */
    boolean isOpen() {
        return !closed && !ended;
    }

    int pending() {
        return (int) queue.stream().filter(parcel -> parcel.arrival() != null).count();
    }

    void close() {
        closed = true;
        queue.clear();
        changed.signalAll();
    }
}
