package io.lockspi.tck.witness;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.OptionalLong;

/**
 * A client's connection to the {@link Witness}: each thread has its own. Every call waits for the answer, is not
 * interruptible, and throws {@link UncheckedIOException} if the witness has gone. Not thread-safe.
 */
public final class WitnessClient implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;

    private WitnessClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 64));
    }

    /**
     * Connects.
     *
     * @param port the witness' port on the loopback address
     * @param process the client's process, as in its history
     * @param thread the client's thread, as in its history
     * @throws IOException if the witness is not there
     */
    public static WitnessClient connect(int port, int process, int thread) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        WitnessClient client = new WitnessClient(socket);
        client.ask(Request.Verb.HELLO, process, thread, 0, "");
        return client;
    }

    /**
     * Says that a section has begun; to be called after the acquire has returned.
     *
     * @param lock the lock's name
     * @param operation the acquire, as in the client's history
     * @param token the fencing token, 0 if there is none
     * @param deadline the deadline known now, on the machine's monotonic clock, 0 if there is none
     */
    public void enter(String lock, long operation, long token, long deadline) {
        ask(Request.Verb.ENTER, operation, token, deadline, lock);
    }

    /** Says that a section is over; to be called before the release. */
    public void exit(String lock, long operation) {
        ask(Request.Verb.EXIT, operation, 0, 0, lock);
    }

    /**
     * Shows a token to the guarded register and reads it.
     *
     * @return its value, empty if it has seen a higher token
     */
    public OptionalLong raise(String lock, long operation, long token) {
        return ask(Request.Verb.RAISE, operation, token, 0, lock);
    }

    /**
     * Writes the guarded register.
     *
     * @return false if it refused, because it has seen a higher token
     */
    public boolean fencedWrite(String lock, long operation, long token, long value) {
        return ask(Request.Verb.FENCED_WRITE, operation, token, value, lock).isPresent();
    }

    /**
     * Raises the guarded register by one, in three steps that only a lock or a token keeps together.
     *
     * @return false if it refused the token on the way
     */
    public boolean fencedReadModifyWrite(String lock, long operation, long token) {
        OptionalLong read = raise(lock, operation, token);
        return read.isPresent() && fencedWrite(lock, operation, token, read.getAsLong() + 1);
    }

    /** Raises the unguarded number by one, in two steps that only a lock keeps together. */
    public void rawReadModifyWrite(String lock, long operation) {
        long read = ask(Request.Verb.RAW_READ, operation, 0, 0, lock).orElseThrow();
        ask(Request.Verb.RAW_WRITE, operation, 0, read + 1, lock);
    }

    private OptionalLong ask(Request.Verb verb, long operation, long token, long value, String lock) {
        try {
            socket.getOutputStream().write(new Request(verb, operation, token, value, lock).encode());
            boolean yes = in.readByte() == 1;
            long answer = in.readLong();
            return yes ? OptionalLong.of(answer) : OptionalLong.empty();
        } catch (IOException gone) {
            throw new UncheckedIOException("the witness did not answer " + verb + " for lock '" + lock + "'", gone);
        }
    }

    /** Cuts the connection; whatever was entered is left. Idempotent. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is closed as far as anybody can tell.
        }
    }
}
