package io.lockspi.servers;

import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A ZooKeeper server in a JVM of its own that never outlives this one. */
final class LocalZooKeeper implements ZooKeeperHost {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Path configuration;
    private final Map<String, String> properties;
    private @Nullable ChildJvm jvm;

    LocalZooKeeper(Path configuration, Map<String, String> properties) {
        this.configuration = configuration;
        this.properties = properties;
    }

    @Override
    public void launch() throws IOException {
        var builder = ChildJvm.of(ZooKeeperMain.class).options(ZooKeeperProgram.OPTIONS);
        ZooKeeperProgram.PROPERTIES.forEach(builder::property);
        properties.forEach(builder::property);
        jvm = builder.arguments(configuration.toString()).start();
    }

    @Override
    public boolean isAlive() {
        return jvm != null && jvm.process().isAlive();
    }

    @Override
    public long pid() {
        return running().process().pid();
    }

    private ChildJvm running() {
        ChildJvm current = jvm;
        if (current == null || !current.process().isAlive()) {
            throw new IllegalStateException("the server with " + configuration + " is not running; restart it first");
        }
        return current;
    }

    @Override
    public void stop() {
        ChildJvm current = running();
        current.process().resume();
        current.process().terminate();
        try {
            current.process().awaitExit(STOP_TIMEOUT);
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
        running().process().pause();
    }

    @Override
    public void resume() {
        running().process().resume();
    }

    @Override
    public List<String> errors() {
        return jvm == null ? List.of() : jvm.errorLines();
    }

    @Override
    public void close() {
        if (jvm != null) {
            jvm.close();
        }
    }
}
