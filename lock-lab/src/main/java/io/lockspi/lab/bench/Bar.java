package io.lockspi.lab.bench;

/**
 * Something that a run was to show. Immutable.
 *
 * @param name what is compared, for people and programs
 * @param value what was measured; not a number if it was not
 * @param bar the limit
 * @param isUpperLimit whether the value must not be above it; otherwise it must not be below
 */
public record Bar(String name, double value, double bar, boolean isUpperLimit) {
    boolean isMeasured() {
        return Double.isFinite(value);
    }

    /** False also if it was not measured. */
    boolean isMet() {
        return isMeasured() && (isUpperLimit ? value <= bar : value >= bar);
    }
}
