package io.lockspi.lab.tickets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Keeps the last words of a process, for the case that it ends unexpectedly. Thread-safe. */
final class StderrTail {
    private volatile String last = "";

    private StderrTail() {}

    /** Reads a stream to its end, in the background. */
    static StderrTail of(InputStream stream) {
        StderrTail tail = new StderrTail();
        Thread reader = new Thread(() -> tail.readAll(stream), "seller-errors");
        reader.setDaemon(true);
        reader.start();
        return tail;
    }

    private void readAll(InputStream stream) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    last = line.strip();
                }
            }
        } catch (IOException closed) {
            // The process is gone; what was read is what there is.
        }
    }

    /** What to append to a message. */
    String suffix() {
        return last.isEmpty() ? "" : "; its last words: " + last;
    }
}
