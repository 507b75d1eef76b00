package io.lockspi.servers;

import io.lockspi.tck.fault.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A Redis server as a process of this machine. */
final class LocalRedis implements RedisHost {

    static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final String HOST = "127.0.0.1";
    private static final int TAIL = 30;

    private final RedisSettings settings;
    private final Path program;
    private final int port;
    private final Path directory;
    private final Path log;
    private final Path data;
    private @Nullable ChildProcess process;

    LocalRedis(RedisSettings settings, int port) {
        this.settings = settings;
        this.port = port;
        this.program = settings.program() != null ? settings.program() : RedisBinary.find(settings.source());
        try {
            directory = settings.directory() != null ? settings.directory() : temporaryDirectory();
            data = Files.createDirectories(directory.resolve("data"));
            log = directory.resolve("redis.log");
        } catch (IOException e) {
            throw new UncheckedIOException("The directory of the Redis server on port " + port + " is unusable", e);
        }
    }

    private static Path temporaryDirectory() throws IOException {
        Path temporary = Files.createTempDirectory("lockspi-redis-");
        ChildProcess.removeAtEnd(temporary);
        return temporary;
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void launch() {
        if (!Files.isExecutable(program)) {
            throw new ServerStartException(
                    "There is no program " + program + " to start a Redis server with; install one there, or leave the"
                            + " choice to -D" + ServerSource.PROPERTY,
                    null);
        }
        try {
            Path configuration = directory.resolve("redis.conf");
            Files.write(configuration, settings.configuration(HOST, port));
            List<String> command = settings.sentinel()
                    ? List.of(program.toString(), configuration.toString(), "--sentinel")
                    : List.of(program.toString(), configuration.toString());
            process = ChildProcess.start(new ProcessBuilder(command)
                    .directory(data.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
        } catch (IOException e) {
            throw new ServerStartException(program + " could not be started", e);
        }
    }

    @Override
    public boolean isRunning() {
        ChildProcess current = process;
        return current != null && current.isAlive();
    }

    private ChildProcess running() {
        ChildProcess current = process;
        if (current == null || !current.isAlive()) {
            throw new IllegalStateException("The Redis server on port " + port + " is not running; restart it first");
        }
        return current;
    }

    @Override
    public void stop() {
        ChildProcess current = running();
        // A paused process would hear of it only later.
        current.resume();
        current.terminate();
        try {
            current.awaitExit(STOP_TIMEOUT);
        } catch (TimeoutException e) {
            current.close();
        } catch (InterruptedException e) {
            current.close();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void kill() {
        running().close();
    }

    @Override
    public void pause() {
        running().pause();
    }

    @Override
    public void resume() {
        running().resume();
    }

    @Override
    public void eraseData() {
        try {
            Directories.delete(data);
            Files.createDirectories(data);
        } catch (IOException e) {
            throw new UncheckedIOException("The data of the Redis server on port " + port + " could not be erased", e);
        }
    }

    @Override
    public List<String> logTail() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            return lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
        } catch (IOException e) {
            return List.of("(no log: " + e + ")");
        }
    }

    @Override
    public boolean isOwn(String processId) {
        ChildProcess current = process;
        return current != null && processId.equals(Long.toString(current.pid()));
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        try {
            Directories.delete(settings.directory() == null ? directory : data);
        } catch (IOException e) {
            throw new UncheckedIOException("The directory of the Redis server on port " + port + " stays", e);
        }
    }
}
