package io.lockspi.lab.bench;

import io.lettuce.core.RedisClient;
import io.lockspi.servers.RedisServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.zookeeper.Version;
import org.redisson.Redisson;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Notes what a run was measured with, so that another one can be compared with it. For one thread. */
public final class Surroundings {
    private static final double MILLIS = 1000;
    private static final Pattern REDIS_VERSION = Pattern.compile("redis_version:(\\S+)");

    private final Map<String, String> notes = new LinkedHashMap<>();

    private Surroundings() {}

    /**
     * Notes what is known before the run.
     *
     * @param command how the run was started
     * @param version the lab's version
     * @param plan what is measured
     * @param stores the servers
     * @return to be finished after the run
     */
    public static Surroundings before(String command, String version, BenchPlan plan, Stores stores) {
        Surroundings surroundings = new Surroundings();
        Map<String, String> notes = surroundings.notes;
        notes.put("command", command);
        notes.put(
                "rounds",
                plan.repeat() + " of " + seconds(plan.round()) + " after a warm-up of " + seconds(plan.warmUp())
                        + ", all subjects of a scenario in turn; locks held for " + seconds(plan.holding()));
        if (plan.quick()) {
            notes.put("quick", "yes: this shows only that everything runs, and the figures are of no use");
        }
        notes.put("lockspi", version);
        notes.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        notes.put("workers", "a JVM each, " + String.join(" ", WorkerProcess.JVM_OPTIONS));
        notes.put(
                "machine",
                System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " cores");
        notes.put("redis", redisVersion(stores.redis()));
        notes.put("redisson", versionOf(Redisson.class));
        notes.put("spring-integration-redis", versionOf(RedisLockRegistry.class));
        notes.put("lettuce", versionOf(RedisClient.class));
        notes.put("zookeeper", Version.getVersion() + ", all clients connected to the leader");
        notes.put("curator", versionOf(InterProcessMutex.class));
        notes.put("load average before", load());
        return surroundings;
    }

    /**
     * Notes what is known after the run.
     *
     * @return everything, in the order in which to show it
     */
    public Map<String, String> after() {
        notes.put("load average after", load());
        return notes;
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / MILLIS + " s";
    }

    /** The version of a running server, or {@code unknown}. */
    public static String redisVersion(RedisServer server) {
        Matcher matcher = REDIS_VERSION.matcher(String.valueOf(server.command("INFO", "server")));
        return matcher.find() ? matcher.group(1) : "unknown";
    }

    /** The version of the jar that a class comes from, or {@code unknown}. */
    public static String versionOf(Class<?> type) {
        return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("unknown");
    }

    /** How many threads wanted to run over the last minute, or {@code unknown}. */
    public static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }
}
