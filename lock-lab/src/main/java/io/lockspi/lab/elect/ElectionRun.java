package io.lockspi.lab.elect;

import io.lockspi.lab.candidate.CandidateCommand;
import io.lockspi.lab.ui.Progress;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One run: the first leader stays, then leaders resign, one stands still, one closes, and one is killed. */
public final class ElectionRun {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ElectionPlan plan;
    private final String backend;
    private final String uri;
    private final Screen screen;
    private final Terms terms = new Terms();
    private final List<CandidateProcess> candidates = new ArrayList<>();

    /**
     * A run.
     *
     * @param plan what to do
     * @param backend the back end's name
     * @param uri where it is
     * @param screen where to show progress
     */
    public ElectionRun(ElectionPlan plan, String backend, String uri, Screen screen) {
        this.plan = plan;
        this.backend = backend;
        this.uri = uri;
        this.screen = screen;
    }

    /**
     * Runs to the end.
     *
     * @return what it came to, good or bad
     * @throws IOException if a process is not to be had
     * @throws InterruptedException if the thread is interrupted
     * @throws ElectionFailedException if nobody led any more, or a candidate gave up
     */
    public ElectionResult run() throws IOException, InterruptedException {
        try (Progress progress = screen.progress(backend, "hand-overs", plan.resignations() + 3)) {
            progress.remark("starting " + plan.candidates() + " candidates");
            start();
            Reign leader = terms.awaitAfter(0, PATIENCE, "all candidates have joined");
            progress.remark(
                    "candidate " + leader.candidate() + " leads, and stays for " + plan.renewals() + " renewals");
            int kept = keep();
            List<Duration> resignations = new ArrayList<>();
            for (int i = 1; i <= plan.resignations(); i++) {
                resignations.add(goes(CandidateCommand.RESIGN));
                progress.reached(i);
            }
            Duration paused = pauses(progress);
            progress.reached(plan.resignations() + 1);
            Duration closed = goes(CandidateCommand.CLOSE);
            progress.reached(plan.resignations() + 2);
            Duration killed = isKilled();
            progress.reached(plan.resignations() + 3);
            pause(plan.period());
            return new ElectionResult(
                    backend, plan, terms.all(), kept, new HandOvers(resignations, paused, closed, killed));
        } finally {
            candidates.forEach(CandidateProcess::close);
        }
    }

    private void start() throws IOException, InterruptedException {
        // Unique, so that two labs that share a server do not share an election.
        String election = "lockspi-lab/" + UUID.randomUUID();
        for (int number = 1; number <= plan.candidates(); number++) {
            candidates.add(CandidateProcess.start(number, uri, election, plan.lease(), terms));
        }
        for (CandidateProcess candidate : candidates) {
            candidate.await("READY", START_LIMIT);
        }
        candidates.forEach(candidate -> candidate.tell(CandidateCommand.JOIN));
    }

    private int keep() throws InterruptedException {
        pause(plan.period().multipliedBy(plan.renewals()));
        return terms.all().size() == 1 ? plan.renewals() : 0;
    }

    private Reign latest() {
        List<Reign> all = terms.all();
        return all.get(all.size() - 1);
    }

    private CandidateProcess process(Reign leader) {
        return candidates.get(leader.candidate() - 1);
    }

    private Duration goes(CandidateCommand how) throws InterruptedException {
        Reign leader = latest();
        long began = process(leader).go(how, PATIENCE);
        return sinceUntilNext(began, leader, "after " + how);
    }

    private Duration isKilled() throws InterruptedException {
        Reign leader = latest();
        return sinceUntilNext(process(leader).kill(), leader, "the leader was killed");
    }

    /** Stops the leader until another leads, and for some time more, so that it comes back as one of the past. */
    private Duration pauses(Progress progress) throws InterruptedException {
        Reign leader = latest();
        CandidateProcess stopped = process(leader);
        long began = stopped.pause();
        try {
            Duration handOver = sinceUntilNext(began, leader, "the leader was stopped");
            pause(plan.period());
            return handOver;
        } finally {
            stopped.resume();
            String word = stopped.await("DEPOSED", PATIENCE);
            progress.remark("candidate " + leader.candidate() + " goes on after a stop, and says: " + word);
        }
    }

    private Duration sinceUntilNext(long began, Reign leader, String what) throws InterruptedException {
        Duration limit = plan.lease().multipliedBy(2).plus(PATIENCE);
        Reign next = terms.awaitAfter(leader.term(), limit, what);
        return Duration.ofNanos(next.firstNanos() - began);
    }

    /** Waits without anything to wait for. */
    private static void pause(Duration time) throws InterruptedException {
        var unused = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
