package io.lockspi.lab.seller;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/**
 * The seller's line to the lab's JVM: commands on its standard input, reports on its standard output. It listens on a
 * thread of its own, so that the lab can ask for a stop while the seller sells.
 *
 * <p>The end of the input means that the lab's JVM is gone; then this one ends at once.
 */
public final class ControlChannel {
    private final CompletableFuture<String> uri = new CompletableFuture<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final PrintStream reports;
    private volatile boolean holdWanted;

    private ControlChannel(PrintStream reports) {
        this.reports = reports;
    }

    /**
     * Starts to listen.
     *
     * @param commands where the lab's commands come from
     * @param reports where the reports go to
     * @param orphaned what to do when the lab is gone
     * @return the open channel
     */
    public static ControlChannel open(InputStream commands, PrintStream reports, Runnable orphaned) {
        ControlChannel channel = new ControlChannel(reports);
        Thread listener = new Thread(() -> channel.listen(commands, orphaned), "lab-control");
        listener.setDaemon(true);
        listener.start();
        return channel;
    }

    private void listen(InputStream commands, Runnable orphaned) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(commands, StandardCharsets.UTF_8));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                obey(line);
            }
        } catch (IOException broken) {
            // As good as the end of the input.
        }
        orphaned.run();
    }

    private void obey(String line) {
        int space = line.indexOf(' ');
        switch (SellerCommand.valueOf(space < 0 ? line : line.substring(0, space))) {
            case URI -> uri.complete(line.substring(space + 1));
            case START -> start.countDown();
            case HOLD -> holdWanted = true;
            case GO -> goOn.countDown();
        }
    }

    /** Waits for the URI of the locks. */
    String awaitUri() throws InterruptedException, ExecutionException {
        return uri.get();
    }

    /** Reports that the seller is connected, and waits for the common start. */
    void readyAndAwaitStart() throws InterruptedException {
        report("READY");
        start.await();
    }

    /** Whether the lab wants this seller to stop inside a section, and it has not done so yet. */
    boolean holdWanted() {
        return holdWanted && goOn.getCount() > 0;
    }

    /** Reports that the seller is inside a section, and waits there until the lab says so. */
    void insideAndAwaitGo(int train, long token) throws InterruptedException {
        report("INSIDE " + train + " " + token);
        goOn.await();
    }

    /** Reports what a seller met that was stopped inside a section. */
    void awakened(Awakening facts) {
        report("AWAKE " + facts.heldAtFirst() + " " + facts.writeRefused() + " " + facts.unlockOutcome());
    }

    /** Reports that every train is sold out. */
    void done(int locksLost) {
        report("DONE " + locksLost);
    }

    /** Reports why the seller cannot go on. */
    void failed(String reason) {
        report("FAILED " + reason.replaceAll("\\s+", " "));
    }

    private void report(String line) {
        synchronized (reports) {
            reports.println(line);
            reports.flush();
        }
    }
}
