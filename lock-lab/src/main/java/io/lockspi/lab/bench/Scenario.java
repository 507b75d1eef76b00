package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import java.util.List;
import java.util.Optional;

/**
 * A layout of JVMs, clients and threads, the same for every subject. Adding one is one entry in {@link #ALL}. Immutable.
 *
 * @param name its name on the command line and in reports
 * @param description what happens, for people
 * @param jvms who takes part
 * @param ownNames whether each thread has a lock of its own; otherwise all want the same one
 * @param counted whether the commands that clients send are counted at the server
 */
public record Scenario(String name, String description, List<Jvm> jvms, boolean ownNames, boolean counted) {
    static final String UNCONTENDED = "uncontended";
    static final String OWN_NAMES = "own-names";
    static final String ONE_JVM = "one-jvm";
    static final String THREE_JVMS = "three-jvms";
    static final String THREE_JVMS_1 = "three-jvms-1";
    static final String BUSY_AND_LONE = "busy-and-lone";
    static final String MANY_WAITERS = "many-waiters";
    static final String MANY_CLIENTS = "many-clients";

    /** All there are. */
    public static final List<Scenario> ALL = List.of(
            timed(UNCONTENDED, "1 thread", new Jvm(1, 1)),
            new Scenario(
                    OWN_NAMES, "8 threads of one JVM, each with its own name", List.of(new Jvm(1, 8)), true, false),
            timed(ONE_JVM, "8 threads of one JVM, one name", new Jvm(1, 8)),
            timed(THREE_JVMS, "3 JVMs with 4 threads each, one name", new Jvm(1, 4), new Jvm(1, 4), new Jvm(1, 4)),
            timed(THREE_JVMS_1, "3 JVMs with 1 thread each, one name", new Jvm(1, 1), new Jvm(1, 1), new Jvm(1, 1)),
            timed(
                    BUSY_AND_LONE,
                    "a JVM with 32 threads and one with 1 thread, one name",
                    new Jvm(1, 32),
                    new Jvm(1, 1)),
            counted(MANY_WAITERS, "1,000 threads over 20 clients, one name", new Jvm(20, 1000)),
            counted(MANY_CLIENTS, "50 clients with 1 thread each, one name", new Jvm(50, 50)));

    /**
     * One JVM.
     *
     * @param clients how many clients it has
     * @param threads how many threads, dealt out to the clients in turn
     */
    public record Jvm(int clients, int threads) {}

    private static Scenario timed(String name, String description, Jvm... jvms) {
        return new Scenario(name, description, List.of(jvms), false, false);
    }

    private static Scenario counted(String name, String description, Jvm... jvms) {
        return new Scenario(name, description, List.of(jvms), false, true);
    }

    /**
     * The scenario of a name.
     *
     * @param name its name
     * @return empty if there is none
     */
    public static Optional<Scenario> named(String name) {
        return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }

    /** How many threads there are in all JVMs. */
    int threads() {
        return jvms.stream().mapToInt(Jvm::threads).sum();
    }

    /** Whether its JVMs differ, so that each has figures of its own. */
    boolean isUneven() {
        return jvms.stream().distinct().count() > 1;
    }

    /** How many locks there are. */
    int locks() {
        return ownNames ? threads() : 1;
    }

    /**
     * Whether a subject can take part: where threads compete it must be able to wait.
     *
     * @param subject the subject
     * @return false if it would fail
     */
    public boolean suits(Subject subject) {
        return subject.canWait() || locks() == threads();
    }
}
