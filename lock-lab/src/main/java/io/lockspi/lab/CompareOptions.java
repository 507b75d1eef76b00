package io.lockspi.lab;

import io.lockspi.lab.compare.ComparePlan;
import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.Topology;
import io.lockspi.lab.ui.BadInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lab compare}, as picocli fills them. */
final class CompareOptions {
    private static final List<Fault> QUICK_FAULTS =
            List.of(Fault.HOLDER_PAUSED, Fault.PRIMARY_KILLED, Fault.MINORITY_KILLED);
    private static final int RUNS = 3;

    @Option(
            names = "--quick",
            description =
                    "One run each of holder-paused, primary-killed and minority-killed, unless --fault or --runs say"
                            + " otherwise; ends within 6 minutes on two cores.")
    boolean quick;

    @Option(
            names = "--topology",
            split = ",",
            paramLabel = "NAME",
            description = "Only these: single, replicas-async, replicas-majority, replicas-safe, redlock-5,"
                    + " redlock-5-serve, zookeeper-3. Default: all.")
    @Nullable
    List<String> topologies;

    @Option(
            names = "--fault",
            split = ",",
            paramLabel = "NAME",
            description = "Only these: none, holder-killed, holder-paused, holder-cut, primary-killed, minority-killed,"
                    + " majority-killed, node-emptied, clock-moved, stale-follower. Default: all.")
    @Nullable
    List<String> faults;

    @Option(names = "--runs", paramLabel = "N", description = "Runs of each experiment. Default: 3, with --quick 1.")
    @Nullable
    Integer runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Decides how long clients pause between two sections. Default: ${DEFAULT-VALUE}.")
    long seed;

    @Option(
            names = "--servers",
            paramLabel = "KIND",
            defaultValue = "local",
            description = "Where the lab's servers come from; only local (processes) can be cut from one another and"
                    + " killed as this needs it. Default: ${DEFAULT-VALUE}.")
    Servers servers = Servers.LOCAL;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results there, for programs.")
    @Nullable
    Path json;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Write the results there as one HTML page, with a picture of a run of each experiment.")
    @Nullable
    Path page;

    /**
     * What is to be run.
     *
     * @throws BadInputException if the options make no sense
     */
    ComparePlan plan() {
        if (servers != Servers.LOCAL) {
            throw new BadInputException("lab compare needs local processes; leave out --servers.");
        }
        int count = runs != null ? runs : quick ? 1 : RUNS;
        if (count < 1) {
            throw new BadInputException("--runs must be at least 1 and is " + count + ".");
        }
        List<Fault> all = quick ? QUICK_FAULTS : List.of(Fault.values());
        return new ComparePlan(
                chosen("--topology", topologies, List.of(Topology.values()), Topology::named),
                faults == null ? all : chosen("--fault", faults, List.of(Fault.values()), Fault::named),
                count,
                quick,
                seed,
                servers.source());
    }

    private static <T> List<T> chosen(
            String option, @Nullable List<String> words, List<T> all, Function<String, Optional<T>> named) {
        if (words == null) {
            return all;
        }
        List<T> wanted = words.stream()
                .map(word -> named.apply(word)
                        .orElseThrow(() -> new BadInputException(option + " knows no '" + word + "'; there are "
                                + all.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ".")))
                .toList();
        return all.stream().filter(wanted::contains).toList();
    }
}
