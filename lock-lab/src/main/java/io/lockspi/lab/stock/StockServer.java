package io.lockspi.lab.stock;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Offers a {@link Stock} to other processes of this machine: one request is one line, one answer is one line.
 *
 * <pre>
 * READ train                                    REMAINING n
 * RAISE train token                             OK | STALE highest
 * WRITE seller train remaining ticket token     OK | STALE highest
 * REFUSED_WHILE_HELD                            OK
 * </pre>
 *
 * Anything else is answered {@code ERROR reason}.
 */
public final class StockServer implements AutoCloseable {
    private final Stock stock;
    private final ServerSocket listener;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private StockServer(Stock stock, ServerSocket listener) {
        this.stock = stock;
        this.listener = listener;
    }

    /**
     * Starts on a free loopback port.
     *
     * @param stock what it offers
     * @return the running server
     * @throws IOException if there is no port to be had
     */
    public static StockServer start(Stock stock) throws IOException {
        StockServer server = new StockServer(stock, new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
        daemon("stock-listener", server::acceptAll);
        return server;
    }

    /**
     * Where it listens.
     *
     * @return a port on the loopback address
     */
    public int port() {
        return listener.getLocalPort();
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket connection = listener.accept();
                connections.add(connection);
                daemon("stock-connection", () -> serve(connection));
            } catch (IOException closed) {
                // The listener was closed, or the peer was gone before it was accepted.
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                byte[] answer = (answer(line) + "\n").getBytes(StandardCharsets.US_ASCII);
                connection.getOutputStream().write(answer);
            }
        } catch (IOException gone) {
            // A seller that was killed, or the end of the run.
        } finally {
            connections.remove(connection);
        }
    }

    /** Answers one request. */
    String answer(String line) {
        String[] words = line.split(" ", -1);
        try {
            return switch (words[0]) {
                case "READ" -> "REMAINING " + stock.read(Integer.parseInt(words[1]));
                case "RAISE" ->
                    verdict(
                            stock.raise(Integer.parseInt(words[1]), Long.parseLong(words[2])),
                            Long.parseLong(words[2]));
                case "WRITE" -> write(words);
                case "REFUSED_WHILE_HELD" -> {
                    stock.refusedWhileHeld();
                    yield "OK";
                }
                default -> "ERROR unknown request: " + line;
            };
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException malformed) {
            // Not a number, a word is missing, or there is no such train.
            return "ERROR malformed request: " + line;
        }
    }

    private String write(String[] words) {
        Sale sale = new Sale(
                Integer.parseInt(words[2]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[1]),
                Long.parseLong(words[5]),
                System.nanoTime());
        return verdict(stock.write(sale, Integer.parseInt(words[3])), sale.token());
    }

    private static String verdict(long highest, long token) {
        return highest > token ? "STALE " + highest : "OK";
    }

    /** Stops listening and cuts every connection. */
    @Override
    public void close() {
        closeQuietly(listener);
        connections.forEach(StockServer::closeQuietly);
    }

    private static void closeQuietly(java.io.Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException ignored) {
            // It is closed as far as anybody can tell.
        }
    }
}
