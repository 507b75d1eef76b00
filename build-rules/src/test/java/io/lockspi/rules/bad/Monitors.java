package io.lockspi.rules.bad;

/** Uses monitors. */
public final class Monitors {
    private int count;

    public synchronized void method() {
        count++;
    }

    public int block() {
        synchronized (this) {
            return count;
        }
    }

    public Runnable inLambda() {
        return () -> {
            synchronized (this) {
                count++;
            }
        };
    }
}
