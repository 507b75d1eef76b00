package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.bench.worker.HolderMain;
import io.lockspi.lab.ui.Progress;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Holds many locks, one subject after the other, since each would disturb the next. For one thread. */
final class HeldRun {
    private static final Duration STEP_LIMIT = Duration.ofMinutes(10);
    /** In leases: after so long the renewal is compiled and in step. */
    private static final int WARM_UP = 2;

    private static final int SAMPLES = 5;

    private final BenchPlan plan;
    private final Stores stores;
    private final Screen screen;

    HeldRun(BenchPlan plan, Stores stores, Screen screen) {
        this.plan = plan;
        this.stores = stores;
        this.screen = screen;
    }

    List<HeldResult> run(HeldScenario scenario) throws IOException, InterruptedException {
        List<Subject> subjects =
                plan.subjects().stream().filter(scenario::suits).toList();
        List<HeldResult> results = new ArrayList<>();
        try (Progress progress = screen.progress(scenario.title(), "subjects", subjects.size())) {
            progress.remark(scenario.description());
            for (Subject subject : subjects) {
                results.add(measure(scenario, subject));
                progress.reached(results.size());
            }
        }
        return results;
    }

    private HeldResult measure(HeldScenario scenario, Subject subject) throws IOException, InterruptedException {
        List<String> arguments = List.of(
                subject.name(),
                String.valueOf(scenario.lease().toMillis()),
                String.valueOf(scenario.locks(plan.quick())));
        try (WorkerProcess worker = WorkerProcess.start(
                HolderMain.class, subject.name(), arguments, Jdk.own().home(), stores.uri(subject.store()))) {
            worker.awaitReady();
            return scenario == HeldScenario.HEAP ? heap(subject, worker) : renewed(subject, worker);
        } catch (BenchFailedException failed) {
            return new HeldResult(
                    scenario,
                    subject,
                    scenario.locks(plan.quick()),
                    0,
                    List.of(),
                    null,
                    String.valueOf(failed.getMessage()));
        }
    }

    private HeldResult renewed(Subject subject, WorkerProcess worker) throws InterruptedException {
        HeldScenario scenario = HeldScenario.RENEWED;
        int locks = (int) ask(worker, HolderMain.HOLD);
        pass(scenario.lease().multipliedBy(WARM_UP));
        List<Double> samples = new ArrayList<>();
        for (int sample = 0; sample < SAMPLES; sample++) {
            samples.add(share(worker));
        }
        return new HeldResult(scenario, subject, locks, ask(worker, HolderMain.RELEASE), samples, null, null);
    }

    private double share(WorkerProcess worker) throws InterruptedException {
        long start = System.nanoTime();
        long before = ask(worker, HolderMain.CPU);
        pass(plan.holding().dividedBy(SAMPLES));
        long used = ask(worker, HolderMain.CPU) - before;
        return (double) used / (System.nanoTime() - start);
    }

    private static HeldResult heap(Subject subject, WorkerProcess worker) throws InterruptedException {
        long before = ask(worker, HolderMain.HEAP);
        int locks = (int) ask(worker, HolderMain.HOLD);
        long held = ask(worker, HolderMain.HEAP);
        long lost = ask(worker, HolderMain.RELEASE);
        long released = ask(worker, HolderMain.HEAP);
        ask(worker, HolderMain.HOLD);
        long heldAgain = ask(worker, HolderMain.HEAP);
        lost += ask(worker, HolderMain.RELEASE);
        long releasedAgain = ask(worker, HolderMain.HEAP);
        HeldResult.Heap heap = new HeldResult.Heap(before, held, released, heldAgain, releasedAgain);
        return new HeldResult(HeldScenario.HEAP, subject, locks, lost, List.of(), heap, null);
    }

    private static long ask(WorkerProcess worker, String command) throws InterruptedException {
        return Long.parseLong(worker.ask(command, STEP_LIMIT));
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
