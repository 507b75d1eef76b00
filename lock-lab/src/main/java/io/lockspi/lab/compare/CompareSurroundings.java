package io.lockspi.lab.compare;

import io.lockspi.lab.bench.Surroundings;
import io.lockspi.servers.RedisServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.Version;
import org.redisson.Redisson;

/** Notes what a comparison was made with, so that another one can be compared with it. For one thread. */
public final class CompareSurroundings {

    private final Map<String, String> notes = new LinkedHashMap<>();

    private CompareSurroundings() {}

    /**
     * Notes what is known before the first experiment; starts a Redis for that, and so finds out if there is one.
     *
     * @param command what the user typed
     * @param version the lab's version
     * @param plan what is run
     * @return to be finished afterwards
     * @throws io.lockspi.servers.ServerStartException if the machine has no Redis to offer
     */
    public static CompareSurroundings before(String command, String version, ComparePlan plan) {
        CompareSurroundings surroundings = new CompareSurroundings();
        Map<String, String> notes = surroundings.notes;
        notes.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        notes.put("command", command);
        notes.put("seed", Long.toString(plan.seed()));
        notes.put("lockspi", version);
        notes.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        notes.put(
                "machine",
                System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " cores");
        notes.put("redis", redisVersion(plan));
        notes.put("redisson", Surroundings.versionOf(Redisson.class));
        notes.put("zookeeper", Version.getVersion());
        notes.put("curator", Surroundings.versionOf(CuratorFramework.class));
        notes.put("clients", Crew.SIZE + ", a JVM each");
        notes.put("load average before", Surroundings.load());
        return surroundings;
    }

    /** Notes what is known afterwards, and returns everything in the order in which to show it. */
    public Map<String, String> after() {
        notes.put("load average after", Surroundings.load());
        notes.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return notes;
    }

    private static String redisVersion(ComparePlan plan) {
        try (RedisServer server = RedisServer.builder().source(plan.source()).start()) {
            return Surroundings.redisVersion(server);
        }
    }
}
