package io.lockspi.servers;

import io.lockspi.tck.fault.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The Redis server packaged in the Maven artifact {@code org.signal:embedded-redis}, of which only this file is used.
 *
 * <p>Each JVM unpacks it once into a directory of its own: a shared place could be written by others, or be half
 * written when a second JVM starts it.
 */
final class PackagedRedis {

    private static final String VERSION = "7.0.15";
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static @Nullable Path unpacked;

    private PackagedRedis() {}

    /**
     * Returns the program for this machine, unpacked and tried.
     *
     * @throws ServerStartException if there is none for it, or it cannot be unpacked
     */
    static Path program() {
        LOCK.lock();
        try {
            Path program = unpacked;
            if (program == null || !Files.isExecutable(program)) {
                program = unpack(resourceName(System.getProperty("os.name"), System.getProperty("os.arch")));
                RedisBinary.awaitExecutable(program);
                unpacked = program;
            }
            return program;
        } catch (IOException e) {
            throw new ServerStartException("The packaged " + RedisBinary.PROGRAM + " could not be unpacked", e);
        } finally {
            LOCK.unlock();
        }
    }

    private static Path unpack(String resource) throws IOException {
        Path directory = Files.createTempDirectory("lockspi-redis-program-");
        ChildProcess.removeAtEnd(directory);
        Path program = directory.resolve(RedisBinary.PROGRAM);
        try (InputStream in = open(resource)) {
            Files.copy(in, program);
        }
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program;
    }

    /** Opens the program for an operating system and processor; the caller closes it. */
    static InputStream open(String resource) {
        InputStream in = PackagedRedis.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new ServerStartException(
                    "No " + resource + " is on the class path; add org.signal:embedded-redis, install "
                            + RedisBinary.PROGRAM + ", or use -D" + ServerSource.PROPERTY + "=containers",
                    null);
        }
        return in;
    }

    /** The whole program, for an image. */
    static byte[] bytes(String resource) {
        try (InputStream in = open(resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ServerStartException(resource + " could not be read", e);
        }
    }

    static String resourceName(String system, String processor) {
        String os = system.toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : system.toLowerCase(Locale.ROOT);
        String arch =
                switch (processor) {
                    case "amd64", "x86_64" -> "amd64";
                    case "aarch64", "arm64" -> "arm64";
                    case "i386", "x86" -> "386";
                    default -> processor;
                };
        return "redis-server-" + VERSION + "-" + os + "-" + arch;
    }
}
