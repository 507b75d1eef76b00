package io.lockspi.tck.workload;

import java.util.concurrent.locks.ReentrantLock;

/** Lets one thread be interrupted while it acquires, and at no other time. Thread-safe. */
final class Interrupter {
    private final ReentrantLock lock = new ReentrantLock();
    private boolean open;
    private final Thread thread;

    Interrupter(Thread thread) {
        this.thread = thread;
    }

    void open() {
        lock.lock();
        try {
            open = true;
        } finally {
            lock.unlock();
        }
    }

    /** After this no interrupt comes, and none is left. */
    void close() {
        lock.lock();
        try {
            open = false;
        } finally {
            lock.unlock();
        }
        Thread.interrupted();
    }

    void interrupt() {
        lock.lock();
        try {
            if (open) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
