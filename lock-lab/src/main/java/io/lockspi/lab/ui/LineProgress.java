package io.lockspi.lab.ui;

import java.util.concurrent.TimeUnit;

/** A line now and then, for logs. */
final class LineProgress implements Progress {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(2);
    private final String title;
    private final String unit;
    private final int total;
    private final Screen screen;
    private long lastNanos;
    private boolean begun;

    LineProgress(String title, String unit, int total, Screen screen) {
        this.title = title;
        this.unit = unit;
        this.total = total;
        this.screen = screen;
    }

    @Override
    public synchronized void reached(int done) {
        long now = System.nanoTime();
        if (!begun) {
            begun = true;
            lastNanos = now;
        }
        if (now - lastNanos >= INTERVAL_NANOS) {
            lastNanos = now;
            screen.println(title + ": " + done + " of " + total + " " + unit);
        }
    }

    @Override
    public void remark(String remark) {
        screen.println(title + ": " + remark);
    }

    @Override
    public void close() {
        // Nothing stays on the screen that would have to be removed; the table follows.
    }
}
