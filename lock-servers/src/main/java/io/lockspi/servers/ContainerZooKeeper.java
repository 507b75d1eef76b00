package io.lockspi.servers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * A ZooKeeper server in a container whose image is empty: the Java runtime, the C library and the class path are this
 * machine's, bound in read-only, so that nothing is pulled. It uses the machine's network, because the servers of an ensemble
 * must reach one another under the addresses that their clients know. Needs a Docker daemon on this machine, and Linux.
 */
final class ContainerZooKeeper implements ZooKeeperHost {
    private static final String DOCKERFILE = """
            FROM scratch
            COPY readme /readme
            """;
    /** Made once by each JVM; it keeps its name, so that no copies pile up. */
    private static final ImageFromDockerfile IMAGE = new ImageFromDockerfile("lockspi/empty:host-runtime", false)
            .withFileFromString("Dockerfile", DOCKERFILE)
            .withFileFromString("readme", "An empty image: what runs in it is bound in.");

    private static final List<String> C_LIBRARY = List.of("/lib", "/lib64", "/usr/lib");

    private final Path directory;
    private final Path configuration;
    private final Map<String, String> properties;
    private final Container container;

    ContainerZooKeeper(Path directory, Path configuration, Map<String, String> properties) {
        this.directory = directory;
        this.configuration = configuration;
        this.properties = properties;
        this.container = new Container("the ZooKeeper server with " + configuration, this::create);
    }

    private GenericContainer<?> create() {
        GenericContainer<?> created = new GenericContainer<>(IMAGE)
                .withNetworkMode("host")
                .withFileSystemBind(directory.toString(), directory.toString(), BindMode.READ_WRITE)
                .withCommand(command().toArray(new String[0]))
                .waitingFor(new Container.NoWait());
        boundIn().forEach(path -> created.withFileSystemBind(path, path, BindMode.READ_ONLY));
        return created;
    }

    private static Set<String> boundIn() {
        Set<String> paths = new LinkedHashSet<>();
        C_LIBRARY.stream().filter(path -> Files.isDirectory(Path.of(path))).forEach(paths::add);
        paths.add(System.getProperty("java.home"));
        // Where the distribution keeps what the runtime's directory points to.
        paths.add("/etc");
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Files.exists(Path.of(entry)))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .forEach(paths::add);
        return paths;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(ZooKeeperProgram.OPTIONS));
        ZooKeeperProgram.PROPERTIES.forEach((name, value) -> command.add("-D" + name + "=" + value));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), ZooKeeperMain.class.getName(), configuration.toString()));
        return command;
    }

    @Override
    public void launch() {
        container.launch();
    }

    @Override
    public boolean isAlive() {
        return container.isRunning();
    }

    @Override
    public long pid() {
        return container.pid();
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

    @Override
    public List<String> errors() {
        return container.logTail();
    }

    @Override
    public void close() {
        container.close();
    }
}
