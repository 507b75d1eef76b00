package io.lockspi.tck.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Answers each line {@code X} with {@code +X}, and keeps what it received; ends of streams are kept as "EOF". */
final class LineServer implements AutoCloseable {

    final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final ServerSocket listening;
    private final Thread accepting;

    LineServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        accepting = start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "line-server");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = in.readLine();
            while (line != null) {
                received.add(line);
                say(socket, "+" + line);
                line = in.readLine();
            }
            received.add("EOF");
        } catch (IOException e) {
            received.add("RESET");
        }
    }

    private static void say(Socket socket, String line) {
        try {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The client has gone; what it sent still counts.
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            // The kernel goes on accepting for as long as a thread is inside of the closed socket.
            accepting.join();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
