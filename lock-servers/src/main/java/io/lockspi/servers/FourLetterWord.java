package io.lockspi.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks a ZooKeeper server one of its administrative questions, such as {@code mntr}. */
final class FourLetterWord {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private FourLetterWord() {}

    /**
     * Asks and waits for the whole answer.
     *
     * @throws UncheckedIOException if there is none in time
     */
    static String ask(int port, String word, Duration timeout) {
        int millis = (int) timeout.toMillis();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The ZooKeeper server on port " + port + " did not answer '" + word + "' within " + timeout, e);
        }
    }

    /** The values of {@code mntr}, by name. */
    static Map<String, String> monitor(int port, Duration timeout) {
        Map<String, String> values = new HashMap<>();
        for (String line : ask(port, "mntr", timeout).lines().toList()) {
            List<String> pair = List.of(line.split("\t", 2));
            if (pair.size() == 2) {
                values.put(pair.get(0), pair.get(1));
            }
        }
        return values;
    }
}
