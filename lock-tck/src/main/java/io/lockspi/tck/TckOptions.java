package io.lockspi.tck;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How to run the kit. Immutable; every {@code with} method returns a changed copy.
 *
 * @param timeFactor multiplies every time of the kit; above 1 for slow machines. 0 lets the kit measure at the begin how
 *     busy the machine is, and choose between 1 and 4
 * @param seed where chance starts from; a run with the same seed makes the same choices
 * @param parallel how many rules run side by side; most of them only wait
 * @param virtualThreads whether the kit's threads are virtual, which needs a JDK that has them
 * @param strict whether a rule that did not run is an error
 * @param only the ids of the rules to run; empty for all. The others are reported as not run
 * @param directory where the report goes, or {@code null} for nowhere
 */
public record TckOptions(
        double timeFactor,
        long seed,
        int parallel,
        boolean virtualThreads,
        boolean strict,
        Set<String> only,
        @Nullable Path directory) {

    private static final int JDK = Runtime.version().feature();
    private static final int FIRST_WITH_VIRTUAL = 21;
    /** From here on a virtual thread that waits inside {@code synchronized} keeps no carrier thread busy. */
    private static final int FIRST_WITHOUT_PINNING = 24;

    /** Checks the ranges, and that the JDK has the threads. */
    public TckOptions {
        if (!(timeFactor >= 0) || timeFactor > 1000) {
            throw new IllegalArgumentException(
                    "lock.tck.timeFactor is " + timeFactor + ", but must be at least 0 and at most 1000");
        }
        if (parallel < 1) {
            throw new IllegalArgumentException("lock.tck.parallel is " + parallel + ", but must be at least 1");
        }
        if (virtualThreads && JDK < FIRST_WITH_VIRTUAL) {
            throw new IllegalArgumentException(
                    "lock.tck.threads is virtual, which needs JDK 21 or newer, and this is " + Runtime.version());
        }
        only = Set.copyOf(only);
    }

    /**
     * The options that system properties name: {@code lock.tck.timeFactor} (0, measured), {@code lock.tck.seed} (1),
     * {@code lock.tck.parallel} (12), {@code lock.tck.threads} ({@code platform}; {@code virtual}; or
     * {@code newest}, which means virtual from JDK 24 on, whose virtual threads wait without a carrier thread, and platform
     * before), {@code lock.tck.strict} (false), {@code lock.tck.rules} (all; ids separated by commas), {@code lock.tck.report}
     * ({@code target/lock-tck}).
     *
     * @throws IllegalArgumentException if one is malformed
     */
    public static TckOptions fromSystemProperties() {
        String rules = System.getProperty("lock.tck.rules", "");
        Set<String> only = new TreeSet<>();
        Arrays.stream(rules.split(",", -1))
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .forEach(only::add);
        return new TckOptions(
                Double.parseDouble(System.getProperty("lock.tck.timeFactor", "0")),
                Long.getLong("lock.tck.seed", 1),
                Integer.getInteger("lock.tck.parallel", 12),
                virtual(System.getProperty("lock.tck.threads", "platform")),
                Boolean.getBoolean("lock.tck.strict"),
                only,
                Path.of(System.getProperty("lock.tck.report", "target/lock-tck")));
    }

    private static boolean virtual(String threads) {
        return switch (threads) {
            case "platform" -> false;
            case "virtual" -> true;
            case "newest" -> JDK >= FIRST_WITHOUT_PINNING;
            default ->
                throw new IllegalArgumentException(
                        "lock.tck.threads is '" + threads + "', but must be platform, virtual or newest");
        };
    }

    /** A copy that runs only these rules. */
    public TckOptions withOnly(String... ids) {
        return new TckOptions(timeFactor, seed, parallel, virtualThreads, strict, Set.of(ids), directory);
    }

    /** A copy that writes its report elsewhere, or nowhere. */
    public TckOptions withDirectory(@Nullable Path other) {
        return new TckOptions(timeFactor, seed, parallel, virtualThreads, strict, only, other);
    }

    /** A copy with another time factor. */
    public TckOptions withTimeFactor(double factor) {
        return new TckOptions(factor, seed, parallel, virtualThreads, strict, only, directory);
    }

    /** A copy that uses virtual threads, or platform threads. */
    public TckOptions withVirtualThreads(boolean virtual) {
        return new TckOptions(timeFactor, seed, parallel, virtual, strict, only, directory);
    }
}
