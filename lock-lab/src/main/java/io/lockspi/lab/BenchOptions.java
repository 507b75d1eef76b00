package io.lockspi.lab;

import io.lockspi.lab.bench.BenchPlan;
import io.lockspi.lab.bench.HeldScenario;
import io.lockspi.lab.bench.Scenario;
import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.ui.BadInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lab bench}, as picocli fills them. */
final class BenchOptions {
    private static final int MOST_SECONDS = 600;
    private static final int MOST_ROUNDS = 100;
    private static final Duration QUICK = Duration.ofMillis(250);
    private static final Duration QUICK_HOLD = Duration.ofSeconds(4);

    @Option(
            names = "--peers",
            description =
                    "Measure the others as well: Redisson's RLock, fair and fenced lock, Spring Integration's Redis"
                            + " registry in both modes, RedissonRedLock, Curator's mutex, the bare commands on Lettuce.")
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
                    + " fewer-waiters, many-waiters, many-clients, virtual-threads, held-renewed, held-heap."
                    + " Default: all.")
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
                    "Seconds that each subject runs before, in each scenario; up to six times as long if it gets little"
                            + " done. Default: ${DEFAULT-VALUE}.")
    int warmUp;

    @Option(
            names = "--hold",
            paramLabel = "N",
            defaultValue = "60",
            description = "Seconds for which locks are held where renewal is measured. Default: ${DEFAULT-VALUE}.")
    int hold;

    @Option(
            names = "--quick",
            description = "One round of a quarter of a second, next to no warm-up, a twentieth of the held locks: shows"
                    + " that everything runs. The figures are of no use.")
    boolean quick;

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

    @Option(
            names = "--plots",
            paramLabel = "DIR",
            description = "Write pictures (SVG) of the results there; it is made if it does not exist.")
    @Nullable
    Path plots;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Write the results into this Markdown page, between the marks that it has for them, such as"
                    + " docs/performance.md; with --plots also links to the pictures.")
    @Nullable
    Path page;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Measure nothing: take the results of an earlier --json for --plots and --page.")
    @Nullable
    Path from;

    /**
     * Refuses options that make no sense together.
     *
     * @throws BadInputException if there are such
     */
    void check() {
        boolean measures = json != null || peers || quick || subjects != null || scenarios != null;
        if (from != null && measures) {
            throw new BadInputException("--from takes an earlier run's results, so nothing is measured; leave out"
                    + " --json, --peers, --quick, --subject and --scenario.");
        }
        if (from != null && plots == null && page == null) {
            throw new BadInputException("--from is for --plots or --page; name one of them.");
        }
    }

    BenchPages pages() {
        return BenchPages.to(plots, page);
    }

    /**
     * What to measure.
     *
     * @throws BadInputException if the options make no sense
     */
    BenchPlan plan() {
        between("--seconds", seconds, MOST_SECONDS);
        between("--repeat", repeat, MOST_ROUNDS);
        between("--warm-up", warmUp, MOST_SECONDS);
        between("--hold", hold, MOST_SECONDS);
        BenchPlan plan = new BenchPlan(
                chosenScenarios(),
                chosenHeld(),
                chosenSubjects(),
                quick ? QUICK : Duration.ofSeconds(seconds),
                quick ? 1 : repeat,
                quick ? QUICK : Duration.ofSeconds(warmUp),
                quick ? QUICK_HOLD : Duration.ofSeconds(hold),
                quick);
        return suiting(plan);
    }

    private List<Scenario> chosenScenarios() {
        if (scenarios == null) {
            return Scenario.ALL;
        }
        checkScenarios(scenarios);
        return names(scenarios).flatMap(name -> Scenario.named(name).stream()).toList();
    }

    private List<HeldScenario> chosenHeld() {
        return scenarios == null
                ? List.of(HeldScenario.values())
                : names(scenarios)
                        .flatMap(name -> HeldScenario.named(name).stream())
                        .toList();
    }

    private static Stream<String> names(List<String> given) {
        return given.stream().map(BenchOptions::normal).distinct();
    }

    private static void checkScenarios(List<String> given) {
        List<String> known = Stream.concat(
                        Scenario.ALL.stream().map(Scenario::name),
                        Stream.of(HeldScenario.values()).map(HeldScenario::title))
                .toList();
        names(given).filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw noSuch("scenario", name, known);
        });
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

    /** Without the scenarios in which none of the subjects can take part; a scenario that was asked for must have one. */
    private BenchPlan suiting(BenchPlan plan) {
        List<Scenario> competing = plan.scenarios().stream()
                .filter(scenario -> hasSubject(scenario.name(), plan.subjects(), scenario::suits))
                .toList();
        List<HeldScenario> held = plan.held().stream()
                .filter(scenario -> hasSubject(scenario.title(), plan.subjects(), scenario::suits))
                .toList();
        return new BenchPlan(
                competing,
                held,
                plan.subjects(),
                plan.round(),
                plan.repeat(),
                plan.warmUp(),
                plan.holding(),
                plan.quick());
    }

    private boolean hasSubject(String scenario, List<Subject> subjects, Predicate<Subject> suits) {
        boolean any = subjects.stream().anyMatch(suits);
        if (!any && scenarios != null) {
            throw new BadInputException("None of the chosen subjects can take part in the scenario '" + scenario
                    + "', for which they must be able to wait or to hold locks; choose another with --subject.");
        }
        return any;
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
