package io.lockspi.tck.toy;

import io.lockspi.spi.Claim;
import io.lockspi.tck.NodeFaults;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** A store behind a port: one line for each request, one for each answer, and a line to all clients when a lock is free. */
@SuppressWarnings("LockNotBeforeTry")
public final class ToyServer implements NodeFaults, AutoCloseable {
    private final ToyStore store;
    private final int port;
    private final boolean keepsData;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final ReentrantLock gate = new ReentrantLock();

    /** Shared by all that serve, and had alone by {@link #kill(int)}: what is served is served before it, or never. */
    private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();

    private volatile @Nullable ServerSocket socket;

    public ToyServer(ToyStore store, boolean keepsData) {
        this.store = store;
        this.keepsData = keepsData;
        this.port = listen(0);
        store.onFree(name -> connections.forEach(connection -> connection.say("! " + ToyText.encode(name))));
    }

    public String uri() {
        return "toy://127.0.0.1:" + port;
    }

    /** Somebody may have been given the port for a connection meanwhile, so it is tried for a while. */
    private int listen(int wanted) {
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                return tryListen(wanted);
            } catch (UncheckedIOException taken) {
                LockSupport.parkNanos(50_000_000);
            }
        }
        return tryListen(wanted);
    }

    private int tryListen(int wanted) {
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
            socket = opened;
            start("toy-accept", () -> accept(opened));
            return opened.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                Connection connection = new Connection(from.accept());
                if (add(connection, from)) {
                    start("toy-serve", connection);
                } else {
                    connection.close();
                }
            } catch (IOException closed) {
                // killed
            }
        }
    }

    /** The kernel goes on accepting for as long as a thread is inside of a socket that has been closed. */
    private boolean add(Connection connection, ServerSocket from) {
        life.readLock().lock();
        try {
            return !from.isClosed() && connections.add(connection);
        } finally {
            life.readLock().unlock();
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ", -1);
        String name = words.length > 2 ? ToyText.decode(words[2]) : "";
        return switch (words[1]) {
            case "A" -> store.acquire(claim(name, words), words[6], Boolean.parseBoolean(words[7]));
            case "R" -> store.renew(claim(name, words));
            case "L" -> store.release(claim(name, words), Long.parseLong(words[6]), Boolean.parseBoolean(words[7]));
            case "I" -> store.inspect(name);
            case "INCR" -> Long.toString(store.increment(name));
            case "EXPIRE" -> store.expire(name, Duration.ofMillis(Long.parseLong(words[3])));
            default -> "ok";
        };
    }

    private static Claim claim(String name, String[] words) {
        return new Claim(name, words[3], Duration.ofMillis(Long.parseLong(words[4])), Integer.parseInt(words[5]));
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public boolean keepsData() {
        return keepsData;
    }

    @Override
    public void kill(int node) {
        ServerSocket open = socket;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        // First without the lock, so that nobody keeps it who writes to a client that does not read.
        connections.forEach(Connection::close);
        life.writeLock().lock();
        try {
            connections.forEach(Connection::close);
            connections.clear();
            if (!keepsData) {
                store.forgetAll();
            }
        } finally {
            life.writeLock().unlock();
        }
    }

    @Override
    public void start(int node) {
        listen(port);
    }

    @Override
    public void pause(int node) {
        gate.lock();
    }

    @Override
    public void resume(int node) {
        if (gate.isHeldByCurrentThread()) {
            gate.unlock();
        }
    }

    @Override
    public void close() {
        kill(0);
    }

    /** One client. */
    private final class Connection implements Runnable {
        private final Socket client;
        private final ReentrantLock writing = new ReentrantLock();

        Connection(Socket client) throws IOException {
            this.client = client;
            client.setTcpNoDelay(true);
        }

        @Override
        public void run() {
            try (BufferedReader requests =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                    gate.lock();
                    gate.unlock();
                    serve(line);
                }
            } catch (IOException gone) {
                // The client has left.
            } finally {
                connections.remove(this);
                close();
            }
        }

        private void serve(String line) {
            life.readLock().lock();
            try {
                if (!client.isClosed()) {
                    say(line.substring(0, line.indexOf(' ')) + " " + answer(line));
                }
            } finally {
                life.readLock().unlock();
            }
        }

        void say(String line) {
            writing.lock();
            try {
                OutputStream out = client.getOutputStream();
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException gone) {
                close();
            } finally {
                writing.unlock();
            }
        }

        void close() {
            try {
                client.close();
            } catch (IOException gone) {
                // It is closed all the same.
            }
        }
    }
}
