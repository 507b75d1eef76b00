package io.lockspi.lab.bench.worker;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that all JVMs of a measurement share, by mapping one file: it shows two sections that ran at a time, without a
 * system call and without any locking of its own. Thread-safe.
 *
 * <p>Each lock has a slot with a counter of sections, the section that is running (0 for none), the last fencing token,
 * the last client, and how often the client changed. Only the lock under test keeps them right: a lock that does not
 * exclude lets two sections meet, or loses counts.
 */
public final class Witness {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** Two cache lines, so that neighbours do not slow each other down. */
    private static final int SLOT_BYTES = 128;

    private static final int SECTIONS = 0;
    private static final int RUNNING = 8;
    private static final int TOKEN = 16;
    private static final int CLIENT = 24;
    private static final int HAND_OVERS = 32;
    private static final long NOBODY = 0;

    private final ByteBuffer page;
    private final int slots;

    private Witness(ByteBuffer page, int slots) {
        this.page = page;
        this.slots = slots;
    }

    /**
     * Maps the file.
     *
     * @param file made if it does not exist, with zeros
     * @param slots how many locks there are, the same for all who map it
     * @return the witness
     * @throws IOException if it cannot be mapped
     */
    public static Witness map(Path file, int slots) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) slots * SLOT_BYTES);
            return new Witness(page, slots);
        }
    }

    /**
     * How many sections were counted, all locks together.
     *
     * @return fewer than ran if two ran at a time
     */
    public long sections() {
        return sum(SECTIONS);
    }

    /**
     * How often a lock went from one client to another.
     *
     * @return all locks together
     */
    public long handOvers() {
        return sum(HAND_OVERS);
    }

    private long sum(int field) {
        long sum = 0;
        for (int slot = 0; slot < slots; slot++) {
            sum += (long) LONG.getVolatile(page, slot * SLOT_BYTES + field);
        }
        return sum;
    }

    /**
     * One thread's view.
     *
     * @param slot the number of its lock, from 0
     * @param client the number of its client, from 1, another one in each JVM
     * @param thread its own number, from 1, another one in each JVM
     * @param hasTokens whether tokens must rise
     * @return for one thread at a time
     */
    public Watch watch(int slot, long client, long thread, boolean hasTokens) {
        return new Watch(page, slot * SLOT_BYTES, client, thread, hasTokens);
    }

    /** Sees one thread enter and leave its sections, and counts what must not be. For one thread at a time. */
    public static final class Watch {
        private final ByteBuffer page;
        private final int base;
        private final long client;
        private final long thread;
        private final boolean hasTokens;
        private long sectionsBefore;
        private long overlaps;
        private long tokenRegressions;

        private Watch(ByteBuffer page, int base, long client, long thread, boolean hasTokens) {
            this.page = page;
            this.base = base;
            this.client = client;
            this.thread = thread;
            this.hasTokens = hasTokens;
        }

        /**
         * The first act in a section.
         *
         * @param token its fencing token, if the subject has them
         */
        public void entered(long token) {
            if ((long) LONG.getAcquire(page, base + RUNNING) != NOBODY) {
                overlaps++;
            }
            LONG.setRelease(page, base + RUNNING, thread);
            sectionsBefore = get(SECTIONS);
            if (hasTokens) {
                if (token <= get(TOKEN)) {
                    tokenRegressions++;
                }
                set(TOKEN, token);
            }
            if (get(CLIENT) != client) {
                set(CLIENT, client);
                set(HAND_OVERS, get(HAND_OVERS) + 1);
            }
        }

        /** The last act in a section. */
        public void leaving() {
            if (get(RUNNING) != thread) {
                overlaps++;
            }
            set(SECTIONS, sectionsBefore + 1);
            LONG.setRelease(page, base + RUNNING, NOBODY);
        }

        private long get(int field) {
            return (long) LONG.get(page, base + field);
        }

        private void set(int field, long value) {
            LONG.set(page, base + field, value);
        }

        /**
         * Sections that met another one.
         *
         * @return since the beginning
         */
        public long overlaps() {
            return overlaps;
        }

        /**
         * Sections whose token was not higher than the one before.
         *
         * @return since the beginning
         */
        public long tokenRegressions() {
            return tokenRegressions;
        }
    }
}
