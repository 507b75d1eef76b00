package io.lockspi.servers;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a program that can run as a Redis server. */
final class RedisBinary {

    static final String PROGRAM = "redis-server";

    private static final int OLDEST_MAJOR = 6;
    private static final int OLDEST_MINOR = 2;
    private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");
    private static final int ATTEMPTS = 50;
    private static final Duration PAUSE = Duration.ofMillis(10);

    private RedisBinary() {}

    /**
     * Finds the program.
     *
     * @throws ServerStartException if there is none, saying where it was looked for
     */
    static Path find(ServerSource source) {
        return switch (source) {
            case LOCAL ->
                onPath().orElseThrow(() -> new ServerStartException(
                        "No " + PROGRAM + " of version " + OLDEST_MAJOR + "." + OLDEST_MINOR
                                + " or newer is on the PATH; install one, or use -D" + ServerSource.PROPERTY
                                + "=packaged",
                        null));
            case PACKAGED -> PackagedRedis.program();
            case AUTO -> onPath().orElseGet(PackagedRedis::program);
            case CONTAINERS -> throw new AssertionError("A container brings its own program");
        };
    }

    private static Optional<Path> onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, PROGRAM))
                .filter(Files::isExecutable)
                .filter(RedisBinary::isRecentEnough)
                .findFirst();
    }

    private static boolean isRecentEnough(Path program) {
        try {
            Matcher version = VERSION.matcher(versionText(program));
            return version.find() && isRecentEnough(version);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isRecentEnough(Matcher version) {
        int major = Integer.parseInt(version.group(1));
        return major > OLDEST_MAJOR || (major == OLDEST_MAJOR && Integer.parseInt(version.group(2)) >= OLDEST_MINOR);
    }

    /**
     * Makes sure that a program that was just written can be executed. The system refuses ("text file busy") while a
     * process forked by another thread still has the file open for writing, which ends by itself.
     */
    static void awaitExecutable(Path program) throws IOException {
        for (int i = 1; !isRecentEnough(program); i++) {
            if (i == ATTEMPTS) {
                throw new IOException(program + " does not run on this machine: " + versionText(program));
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static String versionText(Path program) throws IOException {
        Process process = new ProcessBuilder(program.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        try (var output = process.getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
