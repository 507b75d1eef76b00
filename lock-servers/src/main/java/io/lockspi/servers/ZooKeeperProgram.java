package io.lockspi.servers;

import java.util.Map;

/** How the JVM of a ZooKeeper server is started, wherever it runs. */
final class ZooKeeperProgram {
    static final String[] OPTIONS = {
        "-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto"
    };

    static final Map<String, String> PROPERTIES = Map.of(
            "zookeeper.admin.enableServer",
            "false",
            // SIGKILL does not lose what the operating system has; only power does.
            "zookeeper.forceSync",
            "no",
            "zookeeper.preAllocSize",
            "64");

    private ZooKeeperProgram() {}
}
