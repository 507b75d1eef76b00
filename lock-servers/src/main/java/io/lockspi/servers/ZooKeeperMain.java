package io.lockspi.servers;

import java.lang.reflect.InvocationTargetException;

/**
 * Runs one ZooKeeper server in a JVM of its own, and says on standard error why it cannot.
 *
 * <p>ZooKeeper is called by name: its two jars share packages, so no module can read both.
 */
final class ZooKeeperMain {

    private static final String PACKAGE = "org.apache.zookeeper.server.quorum.";

    private ZooKeeperMain() {}

    public static void main(String[] arguments) {
        try {
            run(arguments[0]);
            System.exit(0);
        } catch (InvocationTargetException e) {
            e.getTargetException().printStackTrace(System.err);
        } catch (ReflectiveOperationException | RuntimeException e) {
            e.printStackTrace(System.err);
        }
        System.exit(1);
    }

    private static void run(String configurationFile) throws ReflectiveOperationException {
        Class<?> configClass = Class.forName(PACKAGE + "QuorumPeerConfig");
        Object config = configClass.getConstructor().newInstance();
        configClass.getMethod("parse", String.class).invoke(config, configurationFile);
        Class<?> mainClass = Class.forName(PACKAGE + "QuorumPeerMain");
        Object server = mainClass.getConstructor().newInstance();
        mainClass.getMethod("runFromConfig", configClass).invoke(server, config);
    }
}
