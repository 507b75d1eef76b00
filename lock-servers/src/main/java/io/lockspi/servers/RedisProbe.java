package io.lockspi.servers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One plain connection to Redis (RESP2), to look at a server beside the client under test.
 *
 * <p>For one thread at a time. A probe whose call failed by time-out or otherwise than by an answer of Redis is of no
 * further use.
 */
public final class RedisProbe implements AutoCloseable {

    private final Socket socket = new Socket();
    private final InputStream in;
    private final String address;

    private RedisProbe(String host, int port, Duration timeout) throws IOException {
        address = host + ":" + port;
        int millis = (int) Math.max(1, timeout.toMillis());
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(host, port), millis);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Connects.
     *
     * @param host host name or address
     * @param port TCP port
     * @param timeout how long to wait for the connection, and later for each piece of an answer; at least 1 ms
     * @throws UncheckedIOException if it cannot connect in time
     */
    public static RedisProbe connect(String host, int port, Duration timeout) {
        try {
            return new RedisProbe(host, port, timeout);
        } catch (IOException e) {
            throw new UncheckedIOException("No connection to Redis at " + host + ":" + port, e);
        }
    }

    /**
     * Sends a command and waits for the answer.
     *
     * @param words the command and its arguments, sent as UTF-8
     * @return a {@link String} (UTF-8), a {@link Long}, a {@link List} of such values, or null; an error inside of a
     *     list is a {@link RedisReplyException} there
     * @throws RedisReplyException if Redis answers with an error
     * @throws UncheckedIOException if no answer comes in time or the connection is lost
     */
    public @Nullable Object command(String... words) {
        try {
            send(words);
            Object reply = read();
            if (reply instanceof RedisReplyException error) {
                throw error;
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException("No answer from Redis at " + address + " to " + words[0], e);
        }
    }

    void send(String... words) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.UTF_8));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
            out.writeBytes(bytes);
            out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        socket.getOutputStream().write(out.toByteArray());
    }

    /** Reads one value; waits without limit when {@code setSoTimeout} is off. */
    @Nullable
    Object read() throws IOException {
        String line = readLine();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RedisReplyException(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> readBulk(Integer.parseInt(rest));
            case '*' -> readArray(Integer.parseInt(rest));
            default -> throw new IOException("Not RESP2: " + line);
        };
    }

    void waitForever() throws IOException {
        socket.setSoTimeout(0);
    }

    private @Nullable String readBulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("Redis closed the connection");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> readArray(int count) throws IOException {
        if (count < 0) {
            return null;
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(read());
        }
        return values;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\r') {
            if (next < 0) {
                throw new EOFException("Redis closed the connection");
            }
            line.write(next);
            next = in.read();
        }
        if (in.read() != '\n' || line.size() == 0) {
            throw new IOException("Not RESP2: a line that is empty or does not end in CR LF");
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Closes the connection. Idempotent. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The connection to Redis at " + address + " could not be closed", e);
        }
    }
}
