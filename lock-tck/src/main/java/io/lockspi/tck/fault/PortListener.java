package io.lockspi.tck.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A listening port that can be closed and opened again without losing it to another process.
 *
 * <p>A socket that never listens keeps the port reserved; where the platform cannot share a port between the two, the
 * port is merely taken again. Thread-safe.
 */
final class PortListener implements AutoCloseable {

    private static final int BACKLOG = 128;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Socket reservation = new Socket();
    private final InetSocketAddress address;
    private @Nullable ServerSocket listening;
    private @Nullable ServerSocket accepting;
    private boolean closed;

    PortListener() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
        boolean sharable = reservation.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
        if (sharable) {
            reservation.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            reservation.bind(any);
            address = (InetSocketAddress) reservation.getLocalSocketAddress();
            listening = listen(address);
        } else {
            ServerSocket first = listen(any);
            address = (InetSocketAddress) first.getLocalSocketAddress();
            listening = first;
        }
    }

    private static ServerSocket listen(InetSocketAddress at) throws IOException {
        ServerSocket socket = new ServerSocket();
        if (socket.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT)) {
            socket.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        }
        socket.bind(at, BACKLOG);
        return socket;
    }

    int port() {
        return address.getPort();
    }

    /** Waits for a client, also over times of refusal; null when closed. */
    @Nullable
    Socket accept() throws InterruptedException {
        while (true) {
            ServerSocket socket = awaitListening();
            if (socket == null) {
                return null;
            }
            try {
                return socket.accept();
            } catch (IOException e) {
                // Refused or closed meanwhile; the next turn sees which.
            } finally {
                leave(socket);
            }
        }
    }

    private @Nullable ServerSocket awaitListening() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (listening == null && !closed) {
                changed.await();
            }
            accepting = closed ? null : listening;
            return accepting;
        } finally {
            lock.unlock();
        }
    }

    private void leave(ServerSocket socket) {
        lock.lock();
        try {
            accepting = null;
            if (listening == socket && socket.isClosed()) {
                listening = null;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the kernel refuses: it goes on accepting as long as a thread is inside of the closed socket. */
    void refuse() throws IOException {
        lock.lock();
        try {
            ServerSocket current = listening;
            listening = null;
            if (current != null) {
                current.close();
            }
            while (current != null && accepting == current) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    void listenAgain() throws IOException {
        lock.lock();
        try {
            if (listening == null && !closed) {
                listening = listen(address);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        refuse();
        reservation.close();
    }
}
