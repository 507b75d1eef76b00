package io.lockspi.lab.tickets;

import io.lockspi.lab.seller.Awakening;
import io.lockspi.lab.seller.SellerCommand;
import io.lockspi.lab.seller.SellerMain;
import io.lockspi.lab.seller.SellerTask;
import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A seller's JVM, seen from the lab: what it reported, and what it can be told. Thread-safe. */
final class SellerProcess implements AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final int number;
    private final ChildJvm jvm;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Inside> inside = new CompletableFuture<>();
    private final CompletableFuture<Awakening> awake = new CompletableFuture<>();
    private final CompletableFuture<Integer> done = new CompletableFuture<>();

    /** Where a seller stopped inside a section. */
    record Inside(int train, long token) {}

    private SellerProcess(int number, ChildJvm jvm) {
        this.number = number;
        this.jvm = jvm;
    }

    /**
     * Starts a seller's JVM.
     *
     * @param uri where the locks are, {@code null} to sell without; it may hold a password, so it is written to the
     *     seller and does not show in the list of processes
     */
    static SellerProcess start(SellerTask task, @Nullable String uri) throws IOException {
        ChildJvm jvm = ChildJvm.of(SellerMain.class)
                // A seller lives for seconds: start fast and leave the cores to the work.
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m")
                .arguments(task.toArguments().toArray(String[]::new))
                .start();
        SellerProcess seller = new SellerProcess(task.seller(), jvm);
        Thread listener = new Thread(seller::listen, "seller-" + task.seller());
        listener.setDaemon(true);
        listener.start();
        if (uri != null) {
            seller.tell(SellerCommand.URI + " " + uri);
        }
        return seller;
    }

    private void listen() {
        try {
            while (true) {
                note(jvm.nextLine(FOR_EVER));
            }
        } catch (IllegalStateException ended) {
            failAll("seller " + number + " ended before it had finished" + lastWords());
        } catch (IllegalArgumentException | IndexOutOfBoundsException | TimeoutException nonsense) {
            failAll("seller " + number + " reported nonsense: " + nonsense.getMessage());
        } catch (InterruptedException nobodyListens) {
            Thread.currentThread().interrupt();
        }
    }

    private String lastWords() {
        List<String> errors = jvm.errorLines();
        return errors.isEmpty() ? "" : "; its last words: " + errors.get(errors.size() - 1);
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

    private void tell(String line) {
        try {
            jvm.send(line);
        } catch (UncheckedIOException gone) {
            // The reports that will never come have failed already, or are about to.
        }
    }

    /** Lets the seller begin. */
    void startSelling() {
        tell(SellerCommand.START.name());
    }

    /** Asks the seller to stop inside its next section. */
    void holdInside() {
        tell(SellerCommand.HOLD.name());
    }

    /** Lets the seller leave the section in which it stopped. */
    void goOn() {
        tell(SellerCommand.GO.name());
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
        jvm.close();
    }

    /** Stops the seller by SIGSTOP, wherever it is. */
    void pause() {
        jvm.process().pause();
    }

    /** Lets a stopped seller go on by SIGCONT. */
    void resume() {
        jvm.process().resume();
    }

    /** Kills the seller if it still runs. */
    @Override
    public void close() {
        kill();
    }
}
