package io.lockspi.tck.bench;

import java.time.Duration;

/** The assertions of rules. */
public final class Check {
    private Check() {}

    /** Something that may fail. */
    @FunctionalInterface
    public interface Body {
        /** Does it. */
        void run() throws Exception;
    }

    /** Demands a condition. */
    public static void that(boolean condition, String broken) {
        if (!condition) {
            throw new RuleBroken(broken);
        }
    }

    /** Demands that two values are equal. */
    public static void equal(Object expected, Object actual, String what) {
        that(expected.equals(actual), what + " is " + actual + ", not " + expected);
    }

    /**
     * Demands that something fails in one way.
     *
     * @param what says what was done, such as "unlock() by another thread"
     * @return the failure
     */
    public static <X extends Throwable> X fails(Class<X> type, String what, Body body) {
        try {
            body.run();
        } catch (Throwable failure) {
            if (type.isInstance(failure)) {
                return type.cast(failure);
            }
            throw new RuleBroken(what + " threw " + describe(failure) + " instead of " + type.getSimpleName(), failure);
        }
        throw new RuleBroken(what + " did not throw " + type.getSimpleName());
    }

    /** Demands that something does not fail. */
    public static void succeeds(String what, Body body) {
        try {
            body.run();
        } catch (RuleBroken broken) {
            throw broken;
        } catch (Exception failure) {
            throw new RuleBroken(what + " threw " + describe(failure), failure);
        }
    }

    /** Demands that a time was not longer than a limit. */
    public static void atMost(Duration limit, Duration actual, String what) {
        that(actual.compareTo(limit) <= 0, what + " lasted " + millis(actual) + ", not at most " + millis(limit));
    }

    /** Demands that a time was not shorter than a limit. */
    public static void atLeast(Duration limit, Duration actual, String what) {
        that(actual.compareTo(limit) >= 0, what + " lasted " + millis(actual) + ", not at least " + millis(limit));
    }

    /** A time for people. */
    public static String millis(Duration time) {
        return time.toMillis() + " ms";
    }

    /** A failure for people, without its stack trace. */
    public static String describe(Throwable failure) {
        return failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }
}
