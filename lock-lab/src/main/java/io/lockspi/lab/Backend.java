package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A back end that several processes can share. Adding one is one entry in {@link #ALL}.
 *
 * @param name its name on the command line, which is its URI's scheme
 * @param starter starts a server of its kind
 */
record Backend(String name, Starter starter) {
    static final List<Backend> ALL = List.of(
            new Backend("redis", RedisStarter::start),
            new Backend("redlock", RedisStarter::startGroup),
            new Backend("zookeeper", ZooKeeperStarter::start));

    static final String IN_ONE_JVM = "local";

    /** Starts a server. */
    @FunctionalInterface
    interface Starter {
        RunningServer start(Servers source) throws IOException, InterruptedException;
    }

    /**
     * The back end of a name.
     *
     * @throws BadInputException if there is none
     */
    static Backend named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        if (wanted.equals(IN_ONE_JVM)) {
            throw notShared();
        }
        return ALL.stream()
                .filter(backend -> backend.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new BadInputException(
                        "There is no back end '" + name.strip() + "' in this lab; choose " + names() + "."));
    }

    /** The refusal of the one back end that JVMs cannot share. */
    static BadInputException notShared() {
        return new BadInputException("The back end '" + IN_ONE_JVM
                + "' lives inside one JVM, and the lab uses several; choose " + names() + ".");
    }

    static String names() {
        List<String> names = ALL.stream().map(Backend::name).toList();
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }
}
