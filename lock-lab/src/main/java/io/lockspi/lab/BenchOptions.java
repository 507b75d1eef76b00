package io.lockspi.lab;

import io.lockspi.lab.bench.BenchPlan;
import io.lockspi.lab.bench.Scenario;
import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.ui.BadInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lab bench}, as picocli fills them. */
final class BenchOptions {
    private static final int MOST_SECONDS = 600;
    private static final int MOST_ROUNDS = 100;

    @Option(
            names = "--peers",
            description =
                    "Measure the others as well: Redisson's RLock, fair and fenced lock, Spring Integration's Redis"
                            + " registry in both modes, the bare commands on Lettuce.")
    boolean peers;

    @Option(
            names = "--subject",
            split = ",",
            paramLabel = "NAME",
            description = "Measure only these, peers or not. Names: see a report of --peers.")
    @Nullable
    List<String> subjects;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "Only these: uncontended, own-names, one-jvm, three-jvms, three-jvms-1, busy-and-lone,"
                    + " many-waiters, many-clients. Default: all.")
    @Nullable
    List<String> scenarios;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "2",
            description = "Length of a round. Default: ${DEFAULT-VALUE}.")
    int seconds;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "5",
            description = "Rounds of each subject in each scenario. Default: ${DEFAULT-VALUE}.")
    int repeat;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Seconds that each subject runs before, in each scenario; up to three times as long if it gets little"
                            + " done. Default: ${DEFAULT-VALUE}.")
    int warmUp;

    @Option(
            names = "--servers",
            paramLabel = "KIND",
            defaultValue = "local",
            description =
                    "Where the lab's server comes from: local (a process) or containers. Default: ${DEFAULT-VALUE}.")
    Servers servers = Servers.LOCAL;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results there, for programs.")
    @Nullable
    Path json;

    /**
     * What to measure.
     *
     * @throws BadInputException if the options make no sense
     */
    BenchPlan plan() {
        between("--seconds", seconds, MOST_SECONDS);
        between("--repeat", repeat, MOST_ROUNDS);
        between("--warm-up", warmUp, MOST_SECONDS);
        BenchPlan plan = new BenchPlan(
                chosenScenarios(), chosenSubjects(), Duration.ofSeconds(seconds), repeat, Duration.ofSeconds(warmUp));
        plan.scenarios().forEach(scenario -> needsSubject(scenario, plan.subjects()));
        return plan;
    }

    private List<Scenario> chosenScenarios() {
        if (scenarios == null) {
            return Scenario.ALL;
        }
        return scenarios.stream()
                .map(BenchOptions::normal)
                .distinct()
                .map(name -> Scenario.named(name)
                        .orElseThrow(() -> noSuch(
                                "scenario",
                                name,
                                Scenario.ALL.stream().map(Scenario::name).toList())))
                .toList();
    }

    private List<Subject> chosenSubjects() {
        if (subjects == null) {
            return Subject.ALL.stream()
                    .filter(subject -> peers || !subject.peer())
                    .toList();
        }
        if (peers) {
            throw new BadInputException("--subject says what to measure already; leave out --peers.");
        }
        return subjects.stream()
                .map(BenchOptions::normal)
                .distinct()
                .map(name -> Subject.named(name)
                        .orElseThrow(() -> noSuch(
                                "subject",
                                name,
                                Subject.ALL.stream().map(Subject::name).toList())))
                .toList();
    }

    private static void needsSubject(Scenario scenario, List<Subject> subjects) {
        if (subjects.stream().noneMatch(scenario::suits)) {
            throw new BadInputException("None of the chosen subjects can wait for a held lock, as the scenario '"
                    + scenario.name() + "' needs it; choose another with --subject.");
        }
    }

    private static String normal(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private static BadInputException noSuch(String kind, String name, List<String> names) {
        return new BadInputException("There is no " + kind + " '" + name + "' in this benchmark; choose "
                + names.stream().collect(Collectors.joining(", ")) + ".");
    }

    private static void between(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new BadInputException(option + " must be from 1 to " + most + " and is " + value + ".");
        }
    }
}
