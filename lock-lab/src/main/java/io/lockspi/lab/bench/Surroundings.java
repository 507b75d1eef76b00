package io.lockspi.lab.bench;

import io.lettuce.core.RedisClient;
import io.lockspi.servers.RedisServer;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.Redisson;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Notes what a run was measured with, so that another one can be compared with it. For one thread. */
public final class Surroundings {
    private static final Pattern REDIS_VERSION = Pattern.compile("redis_version:(\\S+)");

    private final Map<String, String> notes = new LinkedHashMap<>();

    private Surroundings() {}

    /**
     * Notes what is known before the run.
     *
     * @param command how the run was started
     * @param version the lab's version
     * @param plan what is measured
     * @param server the server
     * @return to be finished after the run
     */
    public static Surroundings before(String command, String version, BenchPlan plan, RedisServer server) {
        Surroundings surroundings = new Surroundings();
        Map<String, String> notes = surroundings.notes;
        notes.put("command", command);
        notes.put(
                "rounds",
                plan.repeat() + " of " + seconds(plan.round()) + " after a warm-up of " + seconds(plan.warmUp())
                        + ", all subjects of a scenario in turn");
        notes.put("lockspi", version);
        notes.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        notes.put("workers", "a JVM each, " + String.join(" ", WorkerProcess.JVM_OPTIONS));
        notes.put(
                "machine",
                System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " cores");
        notes.put("redis", redisVersion(server));
        notes.put("redisson", versionOf(Redisson.class));
        notes.put("spring-integration-redis", versionOf(RedisLockRegistry.class));
        notes.put("lettuce", versionOf(RedisClient.class));
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

    private static String seconds(java.time.Duration duration) {
        return duration.toSeconds() + " s";
    }

    private static String redisVersion(RedisServer server) {
        Matcher matcher = REDIS_VERSION.matcher(String.valueOf(server.command("INFO", "server")));
        return matcher.find() ? matcher.group(1) : "unknown";
    }

    private static String versionOf(Class<?> type) {
        return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("unknown");
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }
}
