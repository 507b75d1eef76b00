package io.lockspi.tck.history;

import java.util.Arrays;

/** Numbers without boxes. Not thread-safe. */
final class LongList {
    private long[] values = new long[64];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size] = value;
        size++;
    }

    long[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
