package io.lockspi.lab.compare.worker;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whether the threads of a client take turns, rest or stop. Thread-safe. */
final class Pace {
    private enum State {
        RESTING,
        WORKING,
        STOPPING
    }

    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();
    private State state = State.RESTING;
    private int resting;

    void work() {
        set(State.WORKING);
    }

    void rest() {
        set(State.RESTING);
    }

    void stop() {
        set(State.STOPPING);
    }

    private void set(State next) {
        mutex.lock();
        try {
            state = next;
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
    }

    /** Called by a thread between two turns: waits while it is to rest; false if it is to stop. */
    boolean goesOn() throws InterruptedException {
        mutex.lock();
        try {
            resting++;
            changed.signalAll();
            while (state == State.RESTING) {
                changed.await();
            }
            resting--;
            return state == State.WORKING;
        } finally {
            mutex.unlock();
        }
    }

    /** Waits until so many threads rest. */
    void awaitResting(int threads) throws InterruptedException {
        mutex.lock();
        try {
            while (resting < threads) {
                changed.await();
            }
        } finally {
            mutex.unlock();
        }
    }
}
