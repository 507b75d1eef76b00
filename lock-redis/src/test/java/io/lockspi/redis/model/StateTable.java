package io.lockspi.redis.model;

import java.util.Arrays;

/** All states found so far, in the order in which they were found, each with the state that it was found from. */
public final class StateTable {
    private static final int FIRST_CAPACITY = 1 << 16;

    private final int words;
    private long[] states;
    private int[] parents = new int[FIRST_CAPACITY];
    /** Index + 1 by hash; 0 is empty. */
    private int[] slots = new int[2 * FIRST_CAPACITY];

    private int size;

    /** An empty table for states of so many longs. */
    public StateTable(int words) {
        this.words = words;
        this.states = new long[FIRST_CAPACITY * words];
    }

    public int size() {
        return size;
    }

    public int parent(int index) {
        return parents[index];
    }

    void read(int index, State into) {
        into.unpack(states, index * words);
    }

    public void read(int index, long[] into) {
        System.arraycopy(states, index * words, into, 0, words);
    }

    /** The state's index, or -1. */
    public int find(long[] packed) {
        return slots[slot(packed)] - 1;
    }

    /** False if it is known. */
    public boolean add(long[] packed, int parent) {
        int slot = slot(packed);
        if (slots[slot] != 0) {
            return false;
        }
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, 2 * size);
            states = Arrays.copyOf(states, 2 * size * words);
        }
        System.arraycopy(packed, 0, states, size * words, words);
        parents[size] = parent;
        slots[slot] = ++size;
        if (3 * size > 2 * slots.length) {
            rehash();
        }
        return true;
    }

    private int slot(long[] packed) {
        int mask = slots.length - 1;
        int slot = hash(packed, 0) & mask;
        while (slots[slot] != 0 && !equal(packed, (slots[slot] - 1) * words)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean equal(long[] packed, int offset) {
        for (int i = 0; i < words; i++) {
            if (packed[i] != states[offset + i]) {
                return false;
            }
        }
        return true;
    }

    private int hash(long[] from, int offset) {
        long hash = 0;
        for (int i = 0; i < words; i++) {
            hash = (hash ^ from[offset + i]) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (int) (hash ^ hash >>> 15);
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int index = 0; index < size; index++) {
            int slot = hash(states, index * words) & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = index + 1;
        }
    }
}
