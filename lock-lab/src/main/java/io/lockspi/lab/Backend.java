package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.tck.Subject;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A back end that several processes can share. Adding one is one entry in {@link #ALL}.
 *
 * @param name its name on the command line: its URI's scheme, and how its servers belong together if that can differ
 * @param starter starts a server of its kind
 * @param judged starts what the kit judges
 */
record Backend(String name, Starter starter, Judged judged) {
    static final List<Backend> ALL = List.of(
            new Backend("redis", RedisStarter::start, JudgedServers::redis),
            new Backend("redis-sentinel", RedisStarter::startSentinels, JudgedServers::redisSentinel),
            new Backend("redis-cluster", RedisStarter::startCluster, JudgedServers::redisCluster),
            new Backend("redlock", RedisStarter::startGroup, JudgedServers::redlock),
            new Backend("zookeeper", ZooKeeperStarter::start, JudgedServers::zooKeeper));

    static final String IN_ONE_JVM = "local";

    /** Starts a server. */
    @FunctionalInterface
    interface Starter {
        RunningServer start(Servers source) throws IOException, InterruptedException;
    }

    /** Starts what the kit judges; it ends when that is closed. */
    @FunctionalInterface
    interface Judged {
        Subject start(Servers source);
    }

    /**
     * The back end of a name.
     *
     * @throws BadInputException if there is none
     */
    static Backend named(String name) {
        if (normal(name).equals(IN_ONE_JVM)) {
            throw notShared();
        }
        return find(name).orElseThrow(() -> unknown(name, names()));
    }

    /**
     * What the kit can judge, by name; the one that JVMs cannot share among them.
     *
     * @throws BadInputException if there is none
     */
    static Judged judged(String name) {
        if (normal(name).equals(IN_ONE_JVM)) {
            return source -> JudgedServers.local();
        }
        return find(name)
                .orElseThrow(() -> unknown(name, listed(Stream.concat(names(ALL), Stream.of(IN_ONE_JVM)))))
                .judged();
    }

    private static Optional<Backend> find(String name) {
        return ALL.stream()
                .filter(backend -> backend.name().equals(normal(name)))
                .findFirst();
    }

    private static String normal(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private static BadInputException unknown(String name, String choice) {
        return new BadInputException("There is no back end '" + name.strip() + "' in this lab; choose " + choice + ".");
    }

    /** The refusal of the one back end that JVMs cannot share. */
    static BadInputException notShared() {
        return new BadInputException("The back end '" + IN_ONE_JVM
                + "' lives inside one JVM, and the lab uses several; choose " + names() + ".");
    }

    static String names() {
        return listed(names(ALL));
    }

    private static Stream<String> names(List<Backend> backends) {
        return backends.stream().map(Backend::name);
    }

    private static String listed(Stream<String> choice) {
        List<String> names = choice.toList();
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }
}
