package io.lockspi.lab.stock;

import io.lockspi.FencedGuard;
import io.lockspi.StaleTokenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A seller's connection to the {@link StockServer}. For one thread. */
public final class StockClient implements AutoCloseable {
    private final int seller;
    private final Socket socket;
    private final BufferedReader in;

    /**
     * Connects.
     *
     * @param port the server's port on the loopback address
     * @param seller the seller's number, from 1
     * @throws IOException if the server is not there
     */
    public StockClient(int port, int seller) throws IOException {
        this.seller = seller;
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /**
     * The tickets left of a train.
     *
     * @param train the train's number, from 1
     * @return 0 if it is sold out
     */
    public int read(int train) {
        return Integer.parseInt(ask("READ " + train).substring("REMAINING ".length()));
    }

    /**
     * The train's half of fencing.
     *
     * @param train the train's number, from 1
     * @return refuses tokens lower than the highest that the train has seen
     */
    public FencedGuard guard(int train) {
        return token -> refuseIfStale(train, token, ask("RAISE " + train + " " + token));
    }

    /**
     * Sells the ticket whose number is what is left, and writes one less. It does not ask whether anybody wrote since.
     *
     * @param train the train's number, from 1
     * @param remaining what was read
     * @param token the section's fencing token, 0 without a lock
     * @throws StaleTokenException if the train has seen a higher token; nothing was sold
     */
    public void sell(int train, int remaining, long token) {
        String request = "WRITE %d %d %d %d %d".formatted(seller, train, remaining - 1, remaining, token);
        refuseIfStale(train, token, ask(request));
    }

    /** Reports that a token was refused and that the claim was still valid afterwards, which must not be. */
    public void reportRefusedWhileHeld() {
        ask("REFUSED_WHILE_HELD");
    }

    private static void refuseIfStale(int train, long token, String answer) {
        if (answer.startsWith("STALE ")) {
            throw new StaleTokenException("train " + train, token, Long.parseLong(answer.substring("STALE ".length())));
        }
    }

    private String ask(String request) {
        try {
            socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.US_ASCII));
            String answer = in.readLine();
            if (answer == null || answer.startsWith("ERROR ")) {
                throw new IOException("the stock answered '" + answer + "' to '" + request + "'");
            }
            return answer;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
