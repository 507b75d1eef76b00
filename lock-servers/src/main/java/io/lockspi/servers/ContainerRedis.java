package io.lockspi.servers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;

/**
 * A Redis server in a container. The only class that uses Testcontainers, which is optional.
 *
 * <p>The image is made here from the packaged, statically linked program, so that nothing is pulled. When this JVM is
 * killed it is Testcontainers' reaper that removes the container; where the reaper is switched off the container stays.
 */
final class ContainerRedis implements RedisHost {

    private static final int INNER_PORT = 6379;
    private static final int STOP_SECONDS = 5;
    private static final int TAIL = 30;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final String DOCKERFILE = """
            FROM scratch
            COPY redis-server /redis-server
            WORKDIR /data
            ENTRYPOINT ["/redis-server", "/redis.conf"]
            """;

    private final RedisSettings settings;
    private final int port;
    private @Nullable GenericContainer<?> container;

    ContainerRedis(RedisSettings settings, int port) {
        if (settings.directory() != null || settings.program() != null) {
            throw new UnsupportedOperationException("A directory or a program of this machine was asked for a Redis"
                    + " server in a container, which has its own; leave both out, or use -D" + ServerSource.PROPERTY
                    + "=local");
        }
        this.settings = settings;
        this.port = port;
    }

    private GenericContainer<?> create() {
        String resource = PackagedRedis.resourceName("linux", System.getProperty("os.arch"));
        ImageFromDockerfile image = new ImageFromDockerfile()
                .withFileFromString("Dockerfile", DOCKERFILE)
                .withFileFromTransferable("redis-server", Transferable.of(PackagedRedis.bytes(resource), 0755));
        List<String> configuration = new ArrayList<>(settings.configuration("0.0.0.0", INNER_PORT));
        // Clients come from outside of the container; the port is bound to the loopback address of the machine.
        configuration.add("protected-mode no");
        GenericContainer<?> created = new GenericContainer<>(image)
                .withExposedPorts(INNER_PORT)
                .withCopyToContainer(Transferable.of(String.join("\n", configuration) + "\n"), "/redis.conf")
                .waitingFor(new NoWait());
        // A port chosen by Docker would change with each start.
        created.setPortBindings(List.of("127.0.0.1:" + port + ":" + INNER_PORT));
        return created;
    }

    /** The server's answers are awaited elsewhere, and the default needs a shell in the container. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {}
    }

    @Override
    public String host() {
        GenericContainer<?> current = container;
        return current == null ? "127.0.0.1" : current.getHost();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void launch() {
        GenericContainer<?> current = container;
        try {
            if (current == null) {
                current = create();
                container = current;
                current.start();
            } else {
                client(current).startContainerCmd(current.getContainerId()).exec();
            }
        } catch (RuntimeException e) {
            throw new ServerStartException("The container of the Redis server on port " + port + " did not start", e);
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

    @Override
    public boolean isRunning() {
        GenericContainer<?> current = container;
        return current != null && Boolean.TRUE.equals(state(current).getRunning());
    }

    private GenericContainer<?> running() {
        GenericContainer<?> current = container;
        if (current == null || !isRunning()) {
            throw new IllegalStateException("The Redis server on port " + port + " is not running; restart it first");
        }
        return current;
    }

    @Override
    public void stop() {
        GenericContainer<?> current = running();
        resume();
        client(current)
                .stopContainerCmd(current.getContainerId())
                .withTimeout(STOP_SECONDS)
                .exec();
    }

    @Override
    public void kill() {
        GenericContainer<?> current = running();
        // Docker does not kill a paused container.
        resume();
        client(current).killContainerCmd(current.getContainerId()).exec();
        long deadline = System.nanoTime() + KILL_TIMEOUT.toNanos();
        while (isRunning()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("The container on port " + port + " survived SIGKILL");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    @Override
    public void pause() {
        GenericContainer<?> current = running();
        client(current).pauseContainerCmd(current.getContainerId()).exec();
    }

    @Override
    public void resume() {
        GenericContainer<?> current = running();
        if (Boolean.TRUE.equals(state(current).getPaused())) {
            client(current).unpauseContainerCmd(current.getContainerId()).exec();
        }
    }

    /** Data lives in the container, so that a new one is empty. */
    @Override
    public void eraseData() {
        close();
    }

    @Override
    public List<String> logTail() {
        GenericContainer<?> current = container;
        List<String> lines =
                current == null ? List.of() : current.getLogs().lines().toList();
        return lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
    }

    /** The first process of its container; the port belongs to Docker, which does not give it twice. */
    @Override
    public boolean isOwn(String processId) {
        return processId.equals("1");
    }

    @Override
    public void close() {
        GenericContainer<?> current = container;
        container = null;
        if (current != null) {
            current.stop();
        }
    }
}
