package io.lockspi.tck.fault;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends this JVM when the one that started it has gone: for children that are not started by {@link ChildJvm}, or on
 * systems where that cannot guard them.
 *
 * <p>The parent must hold the other end of standard input, as it does when it starts a process without redirecting it.
 */
public final class ParentWatch {

    /** The exit code of a JVM that ended because its parent had gone. */
    public static final int EXIT_CODE = 70;

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    private ParentWatch() {}

    /**
     * Begins to watch. From now on standard input is read ahead by a daemon thread; {@link System#in} still gives what
     * the parent writes. The end of standard input halts this JVM at once, without shutdown hooks. Idempotent.
     */
    public static void install() {
        if (INSTALLED.compareAndSet(false, true)) {
            InputStream parent = System.in;
            Relay relay = new Relay();
            System.setIn(relay);
            Thread thread = new Thread(() -> readUntilParentGoes(parent, relay), "parent-watch");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void readUntilParentGoes(InputStream parent, Relay relay) {
        try {
            int next = parent.read();
            while (next >= 0) {
                relay.bytes.add((byte) next);
                next = parent.read();
            }
        } catch (IOException e) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }

    /** Keeps without limit what has not been read, so that a full buffer never hides the end. */
    private static final class Relay extends InputStream {

        private final BlockingQueue<Byte> bytes = new LinkedBlockingQueue<>();

        @Override
        public int read() throws IOException {
            try {
                return Byte.toUnsignedInt(bytes.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted while reading standard input", e);
            }
        }

        /** Never waits for more than one byte, as a reader would otherwise hang before the end of a line. */
        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            target[offset] = (byte) read();
            int count = 1;
            Byte next = count < length ? bytes.poll() : null;
            while (next != null) {
                target[offset + count] = next;
                count++;
                next = count < length ? bytes.poll() : null;
            }
            return count;
        }

        @Override
        public int available() {
            return bytes.size();
        }
    }
}
