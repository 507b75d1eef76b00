package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Store;
import io.lockspi.lab.bench.subject.Subject;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A layout of JVMs, clients and threads, the same for every subject. Adding one is one entry in {@link #ALL}. Immutable.
 *
 * @param name its name on the command line and in reports
 * @param description what happens, for people
 * @param jvms who takes part
 * @param stores whose subjects take part
 * @param traits what is special about it
 */
public record Scenario(String name, String description, List<Jvm> jvms, Set<Store> stores, Set<Trait> traits) {
    static final String UNCONTENDED = "uncontended";
    static final String OWN_NAMES = "own-names";
    static final String ONE_JVM = "one-jvm";
    static final String THREE_JVMS = "three-jvms";
    static final String THREE_JVMS_1 = "three-jvms-1";
    static final String BUSY_AND_LONE = "busy-and-lone";
    static final String FEWER_WAITERS = "fewer-waiters";
    static final String MANY_WAITERS = "many-waiters";
    static final String MANY_CLIENTS = "many-clients";
    static final String VIRTUAL_THREADS = "virtual-threads";

    /** All there are. */
    public static final List<Scenario> ALL = List.of(
            new Scenario(UNCONTENDED, "1 thread", List.of(new Jvm(1, 1)), EnumSet.allOf(Store.class), Set.of()),
            new Scenario(
                    OWN_NAMES,
                    "8 threads of one JVM, each with its own name",
                    List.of(new Jvm(1, 8)),
                    EnumSet.allOf(Store.class),
                    Set.of(Trait.OWN_NAMES)),
            new Scenario(
                    ONE_JVM,
                    "8 threads of one JVM, one name",
                    List.of(new Jvm(1, 8)),
                    // RedissonRedLock does not get through with several threads on one name.
                    Set.of(Store.REDIS, Store.ZOOKEEPER),
                    Set.of()),
            onRedis(THREE_JVMS, "3 JVMs with 4 threads each, one name", new Jvm(1, 4), new Jvm(1, 4), new Jvm(1, 4)),
            onRedis(THREE_JVMS_1, "3 JVMs with 1 thread each, one name", new Jvm(1, 1), new Jvm(1, 1), new Jvm(1, 1)),
            onRedis(
                    BUSY_AND_LONE,
                    "a JVM with 32 threads and one with 1 thread, one name",
                    new Jvm(1, 32),
                    new Jvm(1, 1)),
            counted(FEWER_WAITERS, "100 threads over 20 clients, one name", new Jvm(20, 100)),
            counted(MANY_WAITERS, "1,000 threads over 20 clients, one name", new Jvm(20, 1000)),
            counted(MANY_CLIENTS, "50 clients with 1 thread each, one name", new Jvm(50, 50)),
            new Scenario(
                    VIRTUAL_THREADS,
                    "10,000 virtual threads of one JVM, one name",
                    List.of(new Jvm(1, 10_000)),
                    Set.of(Store.REDIS),
                    Set.of(Trait.VIRTUAL_THREADS)));

    /**
     * One JVM.
     *
     * @param clients how many clients it has
     * @param threads how many threads, dealt out to the clients in turn
     */
    public record Jvm(int clients, int threads) {}

    /** What can be special. */
    public enum Trait {
        /** Each thread has a lock of its own; otherwise all want the same one. */
        OWN_NAMES,
        /** The commands that clients send are counted at the server. */
        COUNTED,
        /** The threads are virtual ones, so the JVM must have them. */
        VIRTUAL_THREADS
    }

    private static Scenario onRedis(String name, String description, Jvm... jvms) {
        return new Scenario(name, description, List.of(jvms), Set.of(Store.REDIS), Set.of());
    }

    private static Scenario counted(String name, String description, Jvm... jvms) {
        return new Scenario(name, description, List.of(jvms), Set.of(Store.REDIS), Set.of(Trait.COUNTED));
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

    boolean is(Trait trait) {
        return traits.contains(trait);
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
        return is(Trait.OWN_NAMES) ? threads() : 1;
    }

    /**
     * Whether a subject can take part: its store must be there, and where threads compete it must be able to wait.
     *
     * @param subject the subject
     * @return false if it would fail
     */
    public boolean suits(Subject subject) {
        return stores.contains(subject.store()) && (subject.canWait() || locks() == threads());
    }
}
