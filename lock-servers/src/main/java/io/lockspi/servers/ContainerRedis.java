package io.lockspi.servers;

import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;

/**
 * A Redis server in a container. Its image is made here from the packaged, statically linked program, so that nothing is
 * pulled.
 */
final class ContainerRedis implements RedisHost {

    private static final int INNER_PORT = 6379;
    private static final String DOCKERFILE = """
            FROM scratch
            COPY redis-server /redis-server
            WORKDIR /data
            ENTRYPOINT ["/redis-server", "/redis.conf"]
            """;

    /** Made once by each JVM; it keeps its name, so that no copies pile up. */
    private static final ImageFromDockerfile IMAGE = new ImageFromDockerfile("lockspi/redis-server:packaged", false)
            .withFileFromString("Dockerfile", DOCKERFILE)
            .withFileFromTransferable("redis-server", new Program());

    private final RedisSettings settings;
    private final int port;
    private final Container container;

    ContainerRedis(RedisSettings settings, int port) {
        if (settings.directory() != null || settings.program() != null) {
            throw new UnsupportedOperationException("A directory or a program of this machine was asked for a Redis"
                    + " server in a container, which has its own; leave both out, or use -D" + ServerSource.PROPERTY
                    + "=local");
        }
        this.settings = settings;
        this.port = port;
        this.container = new Container("the Redis server on port " + port, this::create);
    }

    /** Read when the image is made, so that a machine without a program is told so there. */
    private static final class Program implements Transferable {
        @Override
        public byte[] getBytes() {
            return PackagedRedis.bytes(PackagedRedis.resourceName("linux", System.getProperty("os.arch")));
        }

        @Override
        public long getSize() {
            return getBytes().length;
        }

        @Override
        public int getFileMode() {
            return 0100755;
        }
    }

    private GenericContainer<?> create() {
        List<String> configuration = new ArrayList<>(settings.configuration("0.0.0.0", INNER_PORT));
        // Clients come from outside of the container; the port is bound to the loopback address of the machine.
        configuration.add("protected-mode no");
        GenericContainer<?> created = new GenericContainer<>(IMAGE)
                .withExposedPorts(INNER_PORT)
                .withCopyToContainer(Transferable.of(String.join("\n", configuration) + "\n"), "/redis.conf")
                .waitingFor(new Container.NoWait());
        // A port chosen by Docker would change with each start.
        created.setPortBindings(List.of("127.0.0.1:" + port + ":" + INNER_PORT));
        return created;
    }

    @Override
    public String host() {
        return container.host();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void launch() {
        container.launch();
    }

    @Override
    public boolean isRunning() {
        return container.isRunning();
    }

    @Override
    public void stop() {
        container.stop();
    }

    @Override
    public void kill() {
        container.kill();
    }

    @Override
    public void pause() {
        container.pause();
    }

    @Override
    public void resume() {
        container.resume();
    }

    /** Data lives in the container, so that a new one is empty. */
    @Override
    public void eraseData() {
        container.close();
    }

    @Override
    public List<String> logTail() {
        return container.logTail();
    }

    /** The first process of its container; the port belongs to Docker, which does not give it twice. */
    @Override
    public boolean isOwn(String processId) {
        return processId.equals("1");
    }

    @Override
    public void close() {
        container.close();
    }
}
