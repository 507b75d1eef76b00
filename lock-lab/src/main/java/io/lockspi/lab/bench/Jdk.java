package io.lockspi.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A JDK of this machine. Immutable.
 *
 * @param home its directory
 * @param feature its version, such as 17
 */
record Jdk(Path home, int feature) {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final String HOME_VARIABLES = "JAVA_HOME";

    /** The one that runs this program. */
    static Jdk own() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /** This program's own if it has virtual threads, otherwise the newest that is found and has them. */
    static Optional<Jdk> withVirtualThreads() {
        return withVirtualThreads(own(), System.getenv());
    }

    static Optional<Jdk> withVirtualThreads(Jdk own, Map<String, String> environment) {
        if (own.feature >= FIRST_WITH_VIRTUAL_THREADS) {
            return Optional.of(own);
        }
        Stream<Path> named = environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(HOME_VARIABLES))
                .map(variable -> Path.of(variable.getValue()));
        return Stream.concat(named, neighbours(own.home).stream())
                .flatMap(home -> at(home).stream())
                .filter(jdk -> jdk.feature >= FIRST_WITH_VIRTUAL_THREADS)
                .max(Comparator.comparingInt(Jdk::feature));
    }

    private static List<Path> neighbours(Path home) {
        Path parent = home.toAbsolutePath().getParent();
        if (parent == null) {
            return List.of();
        }
        try (Stream<Path> homes = Files.list(parent)) {
            return homes.toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The directory " + parent + " cannot be searched for a JDK", unreadable);
        }
    }

    /** The JDK in a directory, by its file {@code release}. */
    private static Optional<Jdk> at(Path home) {
        Properties release = new Properties();
        if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
            return Optional.empty();
        }
        try (var reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
        } catch (IOException | IllegalArgumentException none) {
            return Optional.empty();
        }
        String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
        return version.isEmpty() ? Optional.empty() : parse(home, version);
    }

    private static Optional<Jdk> parse(Path home, String version) {
        try {
            return Optional.of(new Jdk(home, Runtime.Version.parse(version).feature()));
        } catch (IllegalArgumentException old) {
            // Such as 1.8.0_392, before versions had today's form.
            return Optional.empty();
        }
    }
}
