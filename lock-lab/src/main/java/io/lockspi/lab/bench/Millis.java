package io.lockspi.lab.bench;

/** Nanoseconds in other units. */
final class Millis {
    private static final double PER_MILLI = 1e6;
    private static final double PER_MICRO = 1e3;

    private Millis() {}

    static double of(long nanos) {
        return nanos / PER_MILLI;
    }

    static double micros(long nanos) {
        return nanos / PER_MICRO;
    }
}
