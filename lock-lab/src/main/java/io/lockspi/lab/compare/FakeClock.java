package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.fault.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Redis server's wall clock that can be moved, by the library libfaketime. For one thread. */
final class FakeClock {
    private static final String JUMP = "+1h";
    /** More than any lease. */
    private static final long AT_LEAST_SECONDS = 3_000;

    private static final String LIBRARY = "libfaketime.so.1";
    private static final int DEPTH = 3;

    private final Path program;
    private final Path time;

    private FakeClock(Path program, Path time) {
        this.program = program;
        this.time = time;
    }

    /** Why no clock can be moved on this machine, in one sentence; null if one can. */
    static @Nullable String missing() {
        if (library().isEmpty()) {
            return "libfaketime is not installed (Debian: apt-get install faketime).";
        }
        if (server().isEmpty()) {
            return "There is no redis-server on the path (Debian: apt-get install redis-server), and libfaketime has no"
                    + " effect on the packaged one.";
        }
        return null;
    }

    private static Optional<Path> library() {
        return path().map(directory -> directory.resolveSibling("lib"))
                .filter(Files::isDirectory)
                .flatMap(FakeClock::find)
                .findFirst();
    }

    private static Stream<Path> path() {
        return Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of);
    }

    private static Stream<Path> find(Path directory) {
        try (Stream<Path> all = Files.find(
                directory, DEPTH, (path, attributes) -> path.endsWith(LIBRARY) && !attributes.isDirectory())) {
            return all.toList().stream();
        } catch (IOException | UncheckedIOException unreadable) {
            return Stream.empty();
        }
    }

    /** A redis-server that is linked dynamically; libraries cannot be put before those of another one. */
    private static Optional<Path> server() {
        return path().map(directory -> directory.resolve("redis-server"))
                .filter(Files::isExecutable)
                .filter(FakeClock::isDynamic)
                .findFirst();
    }

    private static boolean isDynamic(Path program) {
        try {
            Process ldd = new ProcessBuilder("ldd", program.toString())
                    .redirectErrorStream(true)
                    .start();
            boolean dynamic =
                    new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("libc.so");
            return dynamic && ldd.waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Makes a program that runs redis-server with a clock that is right until it is moved. Memory comes from libc, since
     * jemalloc asks for the time before libfaketime is ready.
     */
    static FakeClock install() {
        try {
            Path directory = Files.createTempDirectory("lockspi-clock-");
            ChildProcess.removeAtEnd(directory);
            Path time = Files.writeString(directory.resolve("time"), "+0");
            Path program = Files.writeString(
                    directory.resolve("redis-server"),
                    "#!/bin/sh\nexport LD_PRELOAD='" + library().orElseThrow() + " libc.so.6' FAKETIME_TIMESTAMP_FILE='"
                            + time
                            + "' FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1\nexec '"
                            + server().orElseThrow() + "' \"$@\"\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
            return new FakeClock(program, time);
        } catch (IOException e) {
            throw new UncheckedIOException("No clock that can be moved was made", e);
        }
    }

    Path program() {
        return program;
    }

    /** Moves the clock, says so, and asks the server for the time. */
    static void jump(@Nullable FakeClock clock, RedisServer server, Steps steps) {
        steps.mark(Moment.STRIKE, "the wall clock of one server jumps by an hour");
        try {
            Files.writeString(Objects.requireNonNull(clock).time, JUMP);
        } catch (IOException e) {
            throw new UncheckedIOException("The clock could not be moved", e);
        }
        List<?> told = (List<?>) Objects.requireNonNull(server.command("TIME"));
        long ahead = Long.parseLong(String.valueOf(told.get(0))) - Instant.now().getEpochSecond();
        if (ahead < AT_LEAST_SECONDS) {
            throw new CompareFailedException(
                    "the wall clock of " + server + " did not jump; it is " + ahead + " s ahead");
        }
    }
}
