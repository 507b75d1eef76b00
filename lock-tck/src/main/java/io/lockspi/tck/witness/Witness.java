package io.lockspi.tck.witness;

import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.HistoryWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Serves all clients of a run on the loopback address, one request after the other on one thread, and records each step: so
 * there is one order of what happened, and it is not the lock's. Has for each lock a {@link GuardedRegister} and a number
 * that anybody may overwrite. Thread-safe; ends with its JVM.
 *
 * <p>A client {@linkplain WitnessClient#enter enters} after its acquire has returned and {@linkplain WitnessClient#exit
 * exits} before it releases, so two clients inside at once are never a false alarm. A client whose connection ends is outside.
 */
public final class Witness implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(Witness.class.getName());
    private static final int BACKLOG = 512;

    private final Map<String, Registers> registers = new HashMap<>();
    private final HistoryWriter log;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final Thread thread;

    private Witness(HistoryWriter log, Selector selector, ServerSocketChannel listener) {
        this.log = log;
        this.selector = selector;
        this.listener = listener;
        this.thread = new Thread(this::serve, "witness");
        thread.setDaemon(true);
    }

    /**
     * Starts on a free loopback port.
     *
     * @param log where each step is recorded; the caller closes it, after the witness
     * @throws IOException if there is no port to be had
     */
    public static Witness start(HistoryWriter log) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        Witness witness = new Witness(log, selector, listener);
        witness.thread.start();
        return witness;
    }

    /** The port on the loopback address. */
    public int port() {
        return listener.socket().getLocalPort();
    }

    private void serve() {
        try (selector;
                listener) {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select();
                Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
                while (ready.hasNext()) {
                    serve(ready.next());
                    ready.remove();
                }
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException | RuntimeException failure) {
            LOGGER.log(
                    System.Logger.Level.ERROR,
                    "The witness has failed; nothing that it recorded can be trusted",
                    failure);
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (!(key.attachment() instanceof Visitor visitor)) {
            accept();
            return;
        }
        try {
            visitor.read();
            for (Request request = visitor.next(); request != null; request = visitor.next()) {
                answer(visitor, request);
            }
        } catch (IOException | IllegalArgumentException gone) {
            LOGGER.log(System.Logger.Level.DEBUG, "A client of the witness ended", gone);
            key.channel().close();
            visitor.inside.forEach((operation, lock) ->
                    log.record(event(EventKind.LEFT, visitor, operation, lock).note("connection closed")));
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = listener.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ, new Visitor(channel));
        }
    }

    private static Event event(EventKind kind, Visitor visitor, long operation, String lock) {
        return Event.of(kind, visitor.process, visitor.thread, operation, lock);
    }

    private void answer(Visitor visitor, Request request) throws IOException {
        Registers lock = registers.computeIfAbsent(request.lock(), name -> new Registers());
        switch (request.verb()) {
            case HELLO -> {
                visitor.process = (int) request.operation();
                visitor.thread = (int) request.token();
                visitor.answer(true, 0);
            }
            case ENTER -> {
                visitor.inside.put(request.operation(), request.lock());
                record(EventKind.ENTERED, visitor, request, request.value());
                visitor.answer(true, 0);
            }
            case EXIT -> {
                boolean wasInside = visitor.inside.remove(request.operation()) != null;
                record(EventKind.LEFT, visitor, request, 0);
                visitor.answer(wasInside, 0);
            }
            case RAISE -> guarded(visitor, request, lock, lock.guarded.raise(request.token()), EventKind.RAISED);
            case FENCED_WRITE ->
                guarded(
                        visitor,
                        request,
                        lock,
                        lock.guarded.write(request.token(), request.value()),
                        EventKind.WRITE_ACCEPTED);
            case RAW_READ -> visitor.answer(true, lock.raw);
            case RAW_WRITE -> {
                lock.raw = request.value();
                record(EventKind.RAW_WRITE, visitor, request, request.value());
                visitor.answer(true, request.value());
            }
            default -> throw new IllegalArgumentException("the verb " + request.verb());
        }
    }

    private void guarded(Visitor visitor, Request request, Registers lock, boolean taken, EventKind kind)
            throws IOException {
        long value = taken ? lock.guarded.value() : lock.guarded.highest();
        record(taken ? kind : EventKind.WRITE_REFUSED, visitor, request, value);
        visitor.answer(taken, value);
    }

    private void record(EventKind kind, Visitor visitor, Request request, long value) {
        Event event = event(kind, visitor, request.operation(), request.lock());
        log.record(event.token(request.token()).value(value));
    }

    /** Stops serving, and cuts every connection. Idempotent. */
    @Override
    public void close() {
        thread.interrupt();
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException("interrupted while the witness was closed", new IOException(interrupted));
        }
    }
}
