package io.lockspi.lab.elect;

import io.lockspi.lab.candidate.CandidateCommand;
import io.lockspi.lab.candidate.CandidateMain;
import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A candidate's JVM, seen from the lab. Thread-safe. */
final class CandidateProcess implements AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    final int number;
    private final ChildJvm jvm;
    private final Terms terms;
    /** Reports that somebody waits for; those about leading go to the terms. */
    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();

    private volatile boolean ending;

    private CandidateProcess(int number, ChildJvm jvm, Terms terms) {
        this.number = number;
        this.jvm = jvm;
        this.terms = terms;
    }

    /**
     * Starts a candidate's JVM.
     *
     * @param uri may hold a password, so it is written to the candidate and does not show in the list of processes
     */
    static CandidateProcess start(int number, String uri, String election, Duration lease, Terms terms)
            throws IOException {
        ChildJvm jvm = ChildJvm.of(CandidateMain.class)
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m")
                .arguments(election, lease.toString())
                .start();
        CandidateProcess candidate = new CandidateProcess(number, jvm, terms);
        Thread listener = new Thread(candidate::listen, "candidate-" + number);
        listener.setDaemon(true);
        listener.start();
        candidate.send(uri);
        return candidate;
    }

    private void listen() {
        try {
            while (true) {
                note(jvm.nextLine(FOR_EVER));
            }
        } catch (IllegalStateException ended) {
            if (!ending) {
                List<String> errors = jvm.errorLines();
                terms.fail("candidate " + number + " ended by itself"
                        + (errors.isEmpty() ? "" : "; its last words: " + errors.get(errors.size() - 1)));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException | TimeoutException nonsense) {
            terms.fail("candidate " + number + " reported nonsense: " + nonsense.getMessage());
        } catch (InterruptedException nobodyListens) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(String report) {
        String[] words = report.split(" ", -1);
        switch (words[0]) {
            case "LEADS" -> terms.leads(number, Long.parseLong(words[1]), Long.parseLong(words[2]));
            case "FAILED" -> terms.fail("candidate " + number + " gave up: " + report.substring("FAILED ".length()));
            default -> reports.add(report);
        }
    }

    private void send(String line) {
        try {
            jvm.send(line);
        } catch (UncheckedIOException gone) {
            // Its end has been noted, or is about to be.
        }
    }

    void tell(CandidateCommand command) {
        ending |= command == CandidateCommand.CLOSE;
        send(command.name());
    }

    /** Waits for the next report that begins with a word, passing over others. */
    String await(String word, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        String report = "";
        while (!report.startsWith(word)) {
            report = reports.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (report == null) {
                throw new ElectionFailedException(
                        "candidate " + number + " did not say " + word + " within " + limit.toMillis() + " ms");
            }
        }
        return report;
    }

    /** Tells it to go, and gives the time when it began to. */
    long go(CandidateCommand how, Duration limit) throws InterruptedException {
        reports.clear();
        tell(how);
        return Long.parseLong(await("GOING", limit).split(" ", -1)[1]);
    }

    /** Ends it by SIGKILL and gives the time. */
    long kill() {
        ending = true;
        long now = System.nanoTime();
        jvm.process().kill();
        return now;
    }

    /** Stops it by SIGSTOP and gives the time. */
    long pause() {
        reports.clear();
        long now = System.nanoTime();
        jvm.process().pause();
        return now;
    }

    void resume() {
        jvm.process().resume();
    }

    @Override
    public void close() {
        ending = true;
        jvm.close();
    }
}
