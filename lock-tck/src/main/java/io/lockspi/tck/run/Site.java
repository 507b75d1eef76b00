package io.lockspi.tck.run;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.Means;
import io.lockspi.tck.Subject;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Pace;
import io.lockspi.tck.bench.Threads;
import io.lockspi.tck.bench.Timing;
import io.lockspi.tck.fault.ProcessControl;
import io.lockspi.tck.rules.RuleBook;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** What was found out about the subject before the first rule: whether it works at all, and which means really work. */
@SuppressWarnings("LockNotBeforeTry")
final class Site {
    private static final AtomicLong RUNS = new AtomicLong();

    private final Set<LockCapability> capabilities;
    private final Timing timing;
    private final String names;
    private final Map<Means, String> missing;
    private final @Nullable String unusable;
    private final Map<String, String> profile;

    private Site(
            Set<LockCapability> capabilities,
            Timing timing,
            String names,
            Map<Means, String> missing,
            @Nullable String unusable,
            Map<String, String> profile) {
        this.capabilities = capabilities;
        this.timing = timing;
        this.names = names;
        this.missing = missing;
        this.unusable = unusable;
        this.profile = profile;
    }

    static Site inspect(Subject subject, TckOptions options) {
        double factor = options.timeFactor() > 0 ? options.timeFactor() : Pace.measure();
        Timing timing = Timing.of(factor, subject.shortestLease());
        String names = "tck-" + Long.toString(ProcessHandle.current().pid(), 36) + "-"
                + Long.toString(RUNS.incrementAndGet(), 36) + "-" + Long.toString(System.identityHashCode(subject), 36);
        Set<LockCapability> capabilities = Set.of();
        String unusable = null;
        Map<Means, String> missing = new EnumMap<>(Means.class);
        try {
            Thread.interrupted();
            capabilities = Set.copyOf(within(timing, "capabilities()", subject::capabilities));
            within(timing, "opening a client and taking a lock", () -> takeOne(subject, timing, names));
            missing.putAll(new Honesty(subject, capabilities, timing, names).missing(used(options)));
        } catch (Throwable failure) {
            unusable = "the subject cannot be used: " + Check.describe(failure);
        }
        if (unusable == null && !missing.isEmpty()) {
            unusable = leftBroken(subject, timing, names, missing);
        }
        Map<String, String> profile = profile(capabilities, options, factor, timing);
        profile.put("eviction", kind(subject.eviction()));
        profile.put("network", kind(subject.network()));
        profile.put("nodes", kind(subject.nodes()));
        return new Site(capabilities, timing, names, missing, unusable, profile);
    }

    /** A hook that fails may leave servers that are down; rules would blame the locks for it. */
    private static @Nullable String leftBroken(
            Subject subject, Timing timing, String names, Map<Means, String> missing) {
        try {
            within(timing, "taking a lock after a hook failed", () -> takeOne(subject, timing, names));
            return null;
        } catch (Throwable failure) {
            return "the subject cannot be used any more: " + Check.describe(failure) + "; before, "
                    + String.join("; ", missing.values());
        }
    }

    /** What the chosen rules need; nothing else is tried out. */
    private static Set<Means> used(TckOptions options) {
        Set<Means> used = EnumSet.noneOf(Means.class);
        RuleBook.rules().stream()
                .filter(rule -> options.only().isEmpty() || options.only().contains(rule.id()))
                .forEach(rule -> used.addAll(rule.info().uses()));
        return used;
    }

    private static boolean takeOne(Subject subject, Timing timing, String names) throws Exception {
        try (LockClient client = subject.open(timing.lease())) {
            Lock lock = client.lock(names + "-first");
            lock.lock();
            lock.unlock();
            return true;
        }
    }

    private static <T> T within(Timing timing, String what, java.util.concurrent.Callable<T> body) throws Exception {
        ThreadFactory threads = Threads.named("tck-inspect", false);
        Actor actor = Bench.actor(threads, timing);
        try {
            return actor.begin(what, body).within(timing.prompt().multipliedBy(8));
        } finally {
            actor.end();
        }
    }

    private static Map<String, String> profile(
            Set<LockCapability> capabilities, TckOptions options, double factor, Timing timing) {
        Map<String, String> profile = new LinkedHashMap<>();
        profile.put("capabilities", String.join(", ", names(capabilities)));
        profile.put(
                "kit",
                Optional.ofNullable(Site.class.getPackage().getImplementationVersion())
                        .orElse("development"));
        profile.put("java", Runtime.version().toString());
        profile.put("threads", options.virtualThreads() ? "virtual" : "platform");
        profile.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        profile.put("timeFactor", Double.toString(factor));
        profile.put("lease", Check.millis(timing.lease()));
        profile.put("seed", Long.toString(options.seed()));
        return profile;
    }

    /** What a hook is made of, so that readers know whether a real network or only a gate was disturbed. */
    private static String kind(Optional<?> hook) {
        return hook.map(Object::getClass)
                .map(type -> type.isHidden() || type.isAnonymousClass() ? "given" : type.getSimpleName())
                .orElse("none");
    }

    private static Set<String> names(Set<LockCapability> capabilities) {
        Set<String> names = new TreeSet<>();
        capabilities.forEach(capability -> names.add(capability.name()));
        return names;
    }

    Set<LockCapability> capabilities() {
        return capabilities;
    }

    Timing timing() {
        return timing;
    }

    Map<String, String> profile() {
        return profile;
    }

    /** Why nothing can be run, or {@code null}. */
    @Nullable
    String unusable() {
        return unusable;
    }

    /** Why one of the means cannot be used, or {@code null}. */
    @Nullable
    String missing(Means means) {
        return missing.get(means);
    }

    /** The begin of the names that a rule gives its locks. */
    String names(String rule) {
        return names + "-" + rule;
    }

    /** A rule's chance: its own, so that it does not depend on which rules ran before. */
    static Random random(TckOptions options, String rule) {
        return new Random(options.seed() * 31 + rule.hashCode());
    }

    static boolean hasSignals() {
        return ProcessControl.isSupported();
    }

    static Duration limit(Timing timing) {
        return timing.prompt().multipliedBy(16);
    }
}
