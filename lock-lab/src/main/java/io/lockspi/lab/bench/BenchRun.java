package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.ui.Progress;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures. All subjects of a scenario are connected at a time and take turns, round by round, each round in another
 * order, so that whatever else the machine does strikes all of them alike. For one thread.
 */
public final class BenchRun {
    private final BenchPlan plan;
    private final Stores stores;
    private final Path directory;
    private final Screen screen;

    /**
     * A run.
     *
     * @param plan what to measure
     * @param stores the servers
     * @param directory an empty one for the witnesses' files
     * @param screen where to show progress
     */
    public BenchRun(BenchPlan plan, Stores stores, Path directory, Screen screen) {
        this.plan = plan;
        this.stores = stores;
        this.directory = directory;
        this.screen = screen;
    }

    /**
     * Measures everything.
     *
     * @return scenario by scenario, the subjects in the plan's order
     * @throws IOException if a process or a file is not to be had
     * @throws InterruptedException if the thread is interrupted
     */
    public BenchResults run() throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        Map<String, String> notRun = new LinkedHashMap<>();
        for (Scenario scenario : plan.scenarios()) {
            Optional<Jdk> jdk =
                    scenario.is(Scenario.Trait.VIRTUAL_THREADS) ? Jdk.withVirtualThreads() : Optional.of(Jdk.own());
            if (jdk.isEmpty()) {
                notRun.put(
                        scenario.name(),
                        "no JDK 21 or newer was found, neither by JAVA_HOME variables nor beside this one");
                continue;
            }
            List<Result> measured = run(scenario, jdk.get());
            // At once, for those who watch, and so that a run that is ended early was not for nothing.
            BenchText.scenario(measured).forEach(screen::println);
            results.addAll(measured);
        }
        List<HeldResult> held = new ArrayList<>();
        for (HeldScenario scenario : plan.held()) {
            List<HeldResult> measured = new HeldRun(plan, stores, screen).run(scenario);
            HeldText.scenario(scenario, measured).forEach(screen::println);
            held.addAll(measured);
        }
        return new BenchResults(results, held, notRun);
    }

    private List<Result> run(Scenario scenario, Jdk jdk) throws IOException, InterruptedException {
        List<Subject> subjects =
                plan.subjects().stream().filter(scenario::suits).toList();
        List<Entrant> entrants = new ArrayList<>();
        int total = subjects.size() * plan.repeat();
        try (Progress progress = screen.progress(scenario.name(), "rounds", total)) {
            progress.remark(scenario.description() + "; starting " + subjects.size() + " x "
                    + scenario.jvms().size() + " JVMs of JDK " + jdk.feature() + " and warming up");
            // One after the other, because starting JVMs is work for all cores.
            for (Subject subject : subjects) {
                Entrant entrant = Entrant.start(scenario, subject, stores, directory, jdk);
                entrants.add(entrant);
                entrant.awaitReady();
            }
            measure(scenario, entrants, progress);
            return entrants.stream().map(Entrant::result).toList();
        } finally {
            entrants.forEach(Entrant::close);
        }
    }

    private void measure(Scenario scenario, List<Entrant> entrants, Progress progress) throws InterruptedException {
        for (Entrant entrant : entrants) {
            entrant.warmUp(plan.warmUp());
        }
        List<Entrant> order = new ArrayList<>(entrants);
        int done = 0;
        progress.reached(done);
        for (int round = 0; round < plan.repeat(); round++) {
            for (Entrant entrant : order) {
                entrant.play(plan.round());
                progress.reached(++done);
            }
            Collections.rotate(order, 1);
        }
        if (scenario.is(Scenario.Trait.COUNTED)) {
            progress.remark("counting commands at the server");
            for (Entrant entrant : entrants) {
                entrant.countTraffic(plan.round());
            }
        }
    }
}
