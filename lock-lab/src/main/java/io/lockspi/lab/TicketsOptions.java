package io.lockspi.lab;

import io.lockspi.lab.tickets.Plan;
import io.lockspi.lab.ui.BadInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lab tickets}, as picocli fills them. */
final class TicketsOptions {
    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(5);
    /** So that the seller that is to be killed or stopped still finds tickets when its turn comes. */
    private static final int TICKETS_PER_SELLER_IF_DISTURBED = 10;

    @Option(
            names = "--backend",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Back ends to sell with, one run each: redis,redlock,zookeeper. Default: redis. The lab starts the servers.")
    @Nullable
    List<String> backends;

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "Sell with a server of yours instead: redis://[user:password@]host[:port][?option=value...]."
                    + " The environment variable LOCKSPI_URI is not read here, so that no server is used by mistake.")
    @Nullable
    String uri;

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "4",
            description = "Sellers, each a JVM of its own. Default: ${DEFAULT-VALUE}.")
    int processes;

    @Option(
            names = "--tickets",
            paramLabel = "N",
            defaultValue = "500",
            description = "Tickets, over all trains. Default: ${DEFAULT-VALUE}.")
    int tickets;

    @Option(
            names = "--trains",
            paramLabel = "N",
            defaultValue = "3",
            description = "Trains, each with a lock of its own. Default: ${DEFAULT-VALUE}.")
    int trains;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Lease of the locks, with a unit. Default: 5s, or what the URI says.")
    @Nullable
    Duration lease;

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "1ms",
            description = "Time of a sale between read and write. Default: ${DEFAULT-VALUE}.")
    Duration thinkTime = Duration.ofMillis(1);

    @Option(
            names = "--kill-seller",
            description = "Kill a seller (SIGKILL) while it holds a lock: the others must go on within the lease.")
    boolean killSeller;

    @Option(
            names = "--pause-seller",
            description = "Stop a seller (SIGSTOP) for two leases while it holds a lock: when it goes on it must know"
                    + " that the lock is lost, and its write must be refused.")
    boolean pauseSeller;

    @Option(
            names = "--kill-minority",
            description =
                    "Kill fewer than half of the back end's servers (SIGKILL) in the middle of the sale: it must go"
                            + " on. For back ends of several servers: redlock (two of five), zookeeper (the leader of three).")
    boolean killMinority;

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
     * What the sellers shall do.
     *
     * @param uriLease the lease that the URI asks for, if it does
     * @throws BadInputException if the options make no sense
     */
    Plan plan(@Nullable Duration uriLease) {
        atLeast("--processes", processes, 2, "a single seller cannot oversell");
        atLeast("--tickets", tickets, 1, "there must be something to sell");
        atLeast("--trains", trains, 1, "there must be something to sell");
        atLeast("--tickets", tickets, trains, "every train needs one");
        if (killSeller || pauseSeller) {
            atLeast("--processes", processes, killSeller && pauseSeller ? 3 : 2, "somebody must go on selling");
            atLeast(
                    "--tickets",
                    tickets,
                    processes * TICKETS_PER_SELLER_IF_DISTURBED,
                    "tickets must be left when the seller is disturbed");
        }
        Duration chosen = lease != null ? lease : uriLease != null ? uriLease : DEFAULT_LEASE;
        return new Plan(processes, tickets, trains, chosen, thinkTime, killSeller, pauseSeller, killMinority);
    }

    private static void atLeast(String option, int value, int least, String reason) {
        if (value < least) {
            throw new BadInputException(
                    option + " must be at least " + least + " and is " + value + ": " + reason + ".");
        }
    }
}
