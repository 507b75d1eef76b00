package io.lockspi.servers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * A server's container, which is stopped and started again with its data until it is closed. Calls come from one thread at
 * a time. When this JVM is killed it is Testcontainers' reaper that removes the container; where the reaper is switched off
 * the container stays.
 */
final class Container implements AutoCloseable {
    private static final int STOP_SECONDS = 5;
    private static final int TAIL = 30;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(5);

    private final String what;
    private final Supplier<GenericContainer<?>> recipe;
    private @Nullable GenericContainer<?> container;

    /**
     * A container to be.
     *
     * @param what names the server, such as {@code the Redis server on port 6379}
     * @param recipe makes a new container, not started
     */
    Container(String what, Supplier<GenericContainer<?>> recipe) {
        this.what = what;
        this.recipe = recipe;
    }

    /** The server's answers are awaited elsewhere, and the default needs a shell in the container. */
    static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {}
    }

    /** Where its ports are; by default this machine. */
    String host() {
        GenericContainer<?> current = container;
        return current == null ? "127.0.0.1" : current.getHost();
    }

    void launch() {
        GenericContainer<?> current = container;
        try {
            if (current == null) {
                current = recipe.get();
                container = current;
                current.start();
            } else {
                client(current).startContainerCmd(current.getContainerId()).exec();
            }
        } catch (RuntimeException e) {
            throw new ServerStartException("The container of " + what + " did not start", e);
        }
    }

    private static DockerClient client(GenericContainer<?> container) {
        return container.getDockerClient();
    }

    private static ContainerState state(GenericContainer<?> container) {
        return client(container)
                .inspectContainerCmd(container.getContainerId())
                .exec()
                .getState();
    }

    boolean isRunning() {
        GenericContainer<?> current = container;
        return current != null && Boolean.TRUE.equals(state(current).getRunning());
    }

    private GenericContainer<?> running() {
        GenericContainer<?> current = container;
        if (current == null || !isRunning()) {
            throw new IllegalStateException(what + " is not running; restart it first");
        }
        return current;
    }

    long pid() {
        return Optional.ofNullable(state(running()).getPidLong()).orElse(0L);
    }

    void stop() {
        GenericContainer<?> current = running();
        resume();
        client(current)
                .stopContainerCmd(current.getContainerId())
                .withTimeout(STOP_SECONDS)
                .exec();
    }

    void kill() {
        GenericContainer<?> current = running();
        // Docker does not kill a paused container.
        resume();
        client(current).killContainerCmd(current.getContainerId()).exec();
        long deadline = System.nanoTime() + KILL_TIMEOUT.toNanos();
        while (isRunning()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("The container of " + what + " survived SIGKILL");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    void pause() {
        GenericContainer<?> current = running();
        client(current).pauseContainerCmd(current.getContainerId()).exec();
    }

    void resume() {
        GenericContainer<?> current = running();
        if (Boolean.TRUE.equals(state(current).getPaused())) {
            client(current).unpauseContainerCmd(current.getContainerId()).exec();
        }
    }

    /** The end of what it said. */
    List<String> logTail() {
        GenericContainer<?> current = container;
        List<String> lines =
                current == null ? List.of() : current.getLogs().lines().toList();
        return lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
    }

    /** Removes it with its data. A new one is made by the next launch. */
    @Override
    public void close() {
        GenericContainer<?> current = container;
        container = null;
        if (current != null) {
            current.stop();
        }
    }
}
