package io.lockspi.lab;

import io.lockspi.lab.elect.ElectionPlan;
import io.lockspi.lab.ui.BadInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lab elect}, as picocli fills them. */
final class ElectOptions {
    /** One is closed and one is killed, and then there must be a leader and somebody who waits. */
    private static final int FEWEST_CANDIDATES = 4;

    @Option(
            names = "--backend",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Back ends to elect with, one run each: redis,redlock,zookeeper. Default: redis. The lab starts the servers.")
    @Nullable
    List<String> backends;

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "Elect with a server of yours instead, such as redis://host:6379.")
    @Nullable
    String uri;

    @Option(
            names = "--candidates",
            paramLabel = "N",
            defaultValue = "5",
            description = "Candidates, each a JVM of its own. Default: ${DEFAULT-VALUE}.")
    int candidates;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "2s",
            description = "Lease of the leader, with a unit. Default: ${DEFAULT-VALUE}.")
    Duration lease = Duration.ofSeconds(2);

    @Option(
            names = "--renewals",
            paramLabel = "N",
            defaultValue = "12",
            description =
                    "Renewals, three in a lease, over which the first leader must stay. Default: ${DEFAULT-VALUE}.")
    int renewals;

    @Option(
            names = "--resignations",
            paramLabel = "N",
            defaultValue = "20",
            description = "How often a leader resigns. Default: ${DEFAULT-VALUE}.")
    int resignations;

    @Option(
            names = "--servers",
            paramLabel = "KIND",
            defaultValue = "local",
            description = "Where the lab's servers come from: local (processes) or containers."
                    + " Default: ${DEFAULT-VALUE}.")
    Servers servers = Servers.LOCAL;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results there, for programs.")
    @Nullable
    Path json;

    /**
     * What shall happen.
     *
     * @throws BadInputException if the options make no sense
     */
    ElectionPlan plan() {
        atLeast("--candidates", candidates, FEWEST_CANDIDATES, "two of them are ended, and one waits");
        atLeast("--renewals", renewals, 1, "the first leader must have something to survive");
        atLeast("--resignations", resignations, 1, "somebody must hand over");
        if (lease.compareTo(Duration.ofMillis(500)) < 0) {
            throw new BadInputException("--lease must be at least 500ms: several JVMs share this machine.");
        }
        return new ElectionPlan(candidates, lease, renewals, resignations);
    }

    private static void atLeast(String option, int value, int least, String reason) {
        if (value < least) {
            throw new BadInputException(
                    option + " must be at least " + least + " and is " + value + ": " + reason + ".");
        }
    }
}
