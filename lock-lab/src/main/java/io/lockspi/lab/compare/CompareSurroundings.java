package io.lockspi.lab.compare;

import io.lockspi.servers.RedisServer;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.Version;
import org.redisson.Redisson;

/** Notes what a comparison was made with, so that another one can be compared with it. For one thread. */
public final class CompareSurroundings {
    private static final Pattern REDIS_VERSION = Pattern.compile("redis_version:(\\S+)");

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
        notes.put("redisson", versionOf(Redisson.class));
        notes.put("zookeeper", Version.getVersion());
        notes.put("curator", versionOf(CuratorFramework.class));
        notes.put("clients", Crew.SIZE + ", a JVM each");
        notes.put("load average before", load());
        return surroundings;
    }

    /** Notes what is known afterwards, and returns everything in the order in which to show it. */
    public Map<String, String> after() {
        notes.put("load average after", load());
        notes.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return notes;
    }

    private static String redisVersion(ComparePlan plan) {
        try (RedisServer server = RedisServer.builder().source(plan.source()).start()) {
            Matcher matcher = REDIS_VERSION.matcher(String.valueOf(server.command("INFO", "server")));
            return matcher.find() ? matcher.group(1) : "unknown";
        }
    }

    private static String versionOf(Class<?> type) {
        return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("unknown");
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }
}
