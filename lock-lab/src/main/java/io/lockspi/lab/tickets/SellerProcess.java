package io.lockspi.lab.tickets;

import io.lockspi.LockService;
import io.lockspi.lab.seller.Awakening;
import io.lockspi.lab.seller.SellerMain;
import io.lockspi.lab.seller.SellerTask;
import io.lockspi.tck.fault.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A seller's JVM, seen from the lab: what it reported, and what it can be told. Thread-safe. */
final class SellerProcess implements AutoCloseable {
    private final int number;
    private final ChildProcess child;
    private final StderrTail errors;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Inside> inside = new CompletableFuture<>();
    private final CompletableFuture<Awakening> awake = new CompletableFuture<>();
    private final CompletableFuture<Integer> done = new CompletableFuture<>();

    /** Where a seller stopped inside a section. */
    record Inside(int train, long token) {}

    private SellerProcess(int number, ChildProcess child) {
        this.number = number;
        this.child = child;
        this.errors = StderrTail.of(child.process().getErrorStream());
    }

    /** Starts a seller's JVM. */
    static SellerProcess start(SellerTask task, @Nullable String uri) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                // A seller lives for seconds: start fast and leave the cores to the work.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                SellerMain.class.getName()));
        command.addAll(task.toArguments());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove(LockService.URI_VARIABLE);
        if (uri != null) {
            builder.environment().put(LockService.URI_VARIABLE, uri);
        }
        SellerProcess seller = new SellerProcess(task.seller(), ChildProcess.start(builder));
        seller.listen(seller.child.process().getInputStream());
        return seller;
    }

    private void listen(InputStream reports) {
        Thread listener = new Thread(() -> readAll(reports), "seller-" + number);
        listener.setDaemon(true);
        listener.start();
    }

    private void readAll(InputStream reports) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(reports, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
            }
        } catch (IOException | RuntimeException broken) {
            failAll("seller " + number + " reported nonsense: " + broken.getMessage());
        }
        failAll("seller " + number + " ended before it had finished" + errors.suffix());
    }

    private void note(String report) {
        String[] words = report.split(" ", -1);
        switch (words[0]) {
            case "READY" -> ready.complete(null);
            case "INSIDE" -> inside.complete(new Inside(Integer.parseInt(words[1]), Long.parseLong(words[2])));
            case "AWAKE" ->
                awake.complete(new Awakening(Boolean.parseBoolean(words[1]), Boolean.parseBoolean(words[2]), words[3]));
            case "DONE" -> done.complete(Integer.valueOf(words[1]));
            case "FAILED" -> failAll("seller " + number + " gave up: " + report.substring("FAILED ".length()));
            default -> throw new IllegalArgumentException(report);
        }
    }

    /** Fails what was not reported yet. */
    private void failAll(String reason) {
        RunFailedException failure = new RunFailedException(reason);
        List.<CompletableFuture<?>>of(ready, inside, awake, done).forEach(next -> next.completeExceptionally(failure));
    }

    /** Tells the seller something. One that is gone hears nothing; its reports say so. */
    private void tell(Command command) {
        try {
            OutputStream commands = child.process().getOutputStream();
            commands.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
            commands.flush();
        } catch (IOException gone) {
            // The reports that will never come have failed already, or are about to.
        }
    }

    private enum Command {
        START,
        HOLD,
        GO
    }

    /** Lets the seller begin. */
    void startSelling() {
        tell(Command.START);
    }

    /** Asks the seller to stop inside its next section. */
    void holdInside() {
        tell(Command.HOLD);
    }

    /** Lets the seller leave the section in which it stopped. */
    void goOn() {
        tell(Command.GO);
    }

    int number() {
        return number;
    }

    /** Completed when the seller is connected and waits for the start. */
    CompletableFuture<Void> ready() {
        return ready;
    }

    /** Completed when the seller has stopped inside a section. */
    CompletableFuture<Inside> inside() {
        return inside;
    }

    /** Completed when the seller went on after a stop. */
    CompletableFuture<Awakening> awake() {
        return awake;
    }

    /** Completed with the number of lost locks when every train is sold out. */
    CompletableFuture<Integer> done() {
        return done;
    }

    /** Ends the seller by SIGKILL, wherever it is, and waits until it is gone. */
    void kill() {
        child.close();
    }

    /** Stops the seller by SIGSTOP, wherever it is. */
    void pause() {
        child.pause();
    }

    /** Lets a stopped seller go on by SIGCONT. */
    void resume() {
        child.resume();
    }

    /** Kills the seller if it still runs. */
    @Override
    public void close() {
        kill();
    }
}
