package io.lockspi.tck.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Speaks to a {@link LineServer}. */
final class LineClient implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;

    LineClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    void send(String... lines) throws IOException {
        String all = String.join("\r\n", lines) + "\r\n";
        socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
    }

    /** The next line; null at the end of the stream. */
    @Nullable
    String receive() throws IOException {
        return in.readLine();
    }

    @Nullable
    String ask(String line) throws IOException {
        send(line);
        return receive();
    }

    boolean hearsNothingFor(Duration time) throws IOException {
        socket.setSoTimeout((int) time.toMillis());
        try {
            in.readLine();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
