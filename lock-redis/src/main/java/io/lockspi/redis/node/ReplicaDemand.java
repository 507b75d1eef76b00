package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * The option {@code replicas}: how many of a master's replicas must confirm a claim before it counts. Immutable.
 *
 * @param kind how the number is found
 * @param number for {@link Kind#NUMBER}, 0 if none has to confirm
 */
public record ReplicaDemand(Kind kind, int number) {
    /** The option's name. */
    public static final String OPTION = "replicas";

    /** None has to confirm. */
    public static final ReplicaDemand NONE = new ReplicaDemand(Kind.NUMBER, 0);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,2}");

    /** How the number is found. */
    public enum Kind {
        /** It is named. */
        NUMBER,
        /** So many that, with the master, more than half of the servers have the claim. */
        MAJORITY,
        /** Every replica. */
        ALL
    }

    /**
     * Reads the option.
     *
     * @param config what the application asked for
     * @throws LockConfigurationException if it is refused
     */
    public static ReplicaDemand read(LockConfig config) {
        String text = config.option(OPTION).orElse("0");
        return switch (text) {
            case "majority" -> new ReplicaDemand(Kind.MAJORITY, 0);
            case "all" -> new ReplicaDemand(Kind.ALL, 0);
            default -> {
                if (!NUMBER.matcher(text).matches()) {
                    throw new LockConfigurationException("option " + OPTION + "='" + text
                            + "' is refused; it takes a number from 0 to 99, majority or all");
                }
                yield new ReplicaDemand(Kind.NUMBER, Integer.parseInt(text));
            }
        };
    }

    /** Whether none has to confirm. */
    public boolean isNone() {
        return kind == Kind.NUMBER && number == 0;
    }

    /**
     * Whether a master with so many replicas can ever do.
     *
     * @param replicas how many replicas it has
     */
    public boolean isMetBy(int replicas) {
        return isNone() || replicas >= Math.max(1, needed(replicas));
    }

    /** How many must confirm when there are so many. */
    private int needed(int replicas) {
        return switch (kind) {
            case NUMBER -> number;
            case MAJORITY -> (replicas + 1) / 2;
            case ALL -> replicas;
        };
    }

    /** What is asked of a master with so many replicas; half of the time-out is left for everything else. */
    Demand of(int replicas, Duration requestTimeout) {
        return isNone() ? Demand.NONE : new Demand(needed(replicas), Math.max(1, requestTimeout.toMillis() / 2));
    }

    @Override
    public String toString() {
        return OPTION + "=" + (kind == Kind.NUMBER ? Integer.toString(number) : kind == Kind.ALL ? "all" : "majority");
    }
}
