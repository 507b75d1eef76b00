package io.lockspi.peers;

import io.lockspi.tck.bench.Ticker;
import java.time.Duration;

/** Waits for what a library does by itself. */
final class Pause {
    private Pause() {}

    /** Waits for a whole time; nobody interrupts the threads of these tests between their steps. */
    static void of(Duration time) {
        try {
            Ticker.pause(time);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited", stopped);
        }
    }
}
