package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One subject that held many locks. Immutable.
 *
 * @param scenario the scenario
 * @param subject the subject
 * @param locks how many it held
 * @param lost locks that it no longer had when they were released
 * @param samples what share of a core its process used, in each part of the time; empty if that was not measured
 * @param heap how many bytes it used, before the first lock and after each step; {@code null} if not measured
 * @param failure why it was not measured to the end, if so
 */
public record HeldResult(
        HeldScenario scenario,
        Subject subject,
        int locks,
        long lost,
        List<Double> samples,
        @Nullable Heap heap,
        @Nullable String failure) {

    /**
     * Used bytes after a collection.
     *
     * @param before nothing was locked yet
     * @param held all locks were held
     * @param released all were released
     * @param heldAgain as many locks of other names were held
     * @param releasedAgain these were released as well
     */
    public record Heap(long before, long held, long released, long heldAgain, long releasedAgain) {}

    boolean isMeasured() {
        return failure == null;
    }

    /** The median share of a core; not a number if that was not measured. */
    double cores() {
        double[] sorted =
                samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double leastCores() {
        return samples.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    double mostCores() {
        return samples.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** With the lock object and its name, which the program holds as well. */
    double bytesPerHeldLock() {
        return heap == null ? Double.NaN : (double) (heap.held - heap.before) / locks;
    }

    /**
     * What a lock leaves behind, in whole bytes. The second time counts: tables have grown the first time, and stay as large
     * as they were however many locks come and go.
     */
    double bytesPerReleasedLock() {
        return heap == null ? Double.NaN : Math.round((double) (heap.releasedAgain - heap.released) / locks);
    }

    /** The tables that have grown. */
    double bytesPerLockOfTables() {
        return heap == null ? Double.NaN : (double) (heap.released - heap.before) / locks;
    }
}
