package io.lockspi.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports for servers that are to come back on the same port.
 *
 * <p>They are taken below the range from which systems give ports to clients: while the server is down, a client's own
 * end could otherwise be put on its port, and a client that tries to reconnect could even meet itself.
 */
final class Ports {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    /** How far above its port a server of a cluster listens for the others. */
    static final int BUS_OFFSET = 10_000;

    private static final int ATTEMPTS = 200;

    private Ports() {}

    static int free() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException(
                "No free port between " + FIRST + " and " + LAST + " in " + ATTEMPTS + " tries");
    }

    /** A port such that the one {@link #BUS_OFFSET} above it, where a cluster's servers talk, is free and below that range too. */
    static int freeWithBus() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST - BUS_OFFSET);
            if (isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
        throw new IllegalStateException("No pair of free ports from " + FIRST + " on in " + ATTEMPTS + " tries");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
