package io.lockspi.tck.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A TCP proxy on 127.0.0.1 in front of one server, which injects faults under the control of a test.
 *
 * <p>Each direction has a {@link Mode}; single messages are picked out by hooks on a {@link Match}. The order of the
 * messages of one connection and direction never changes: what follows a held message waits behind it. Held bytes are
 * kept in memory without limit. All methods are thread-safe and may be called from the action of a hook.
 *
 * <p>Usual faults: a late answer is {@code hold(Match.answerTo(request))}; a lost one is {@link #loseAnswer}; a black
 * hole is {@link #blackHole()}; a request that arrives after its sender gave up is {@code hold(request)}, then
 * {@link #cut}, then {@link Hook#release()}.
 */
public final class FaultProxy implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final InetSocketAddress target;
    private final Duration patience;
    private final ProxyState state;
    private final ProxyThreads threads;
    private final PortListener listener;

    private FaultProxy(InetSocketAddress target, Framer framing, Duration patience) throws IOException {
        this.target = target;
        this.patience = patience;
        this.state = new ProxyState(framing);
        this.listener = new PortListener();
        this.threads = new ProxyThreads("fault-proxy-" + listener.port());
        threads.start("accept", this::acceptUntilClosed);
    }

    /**
     * Opens a proxy on a free port.
     *
     * @param host the server's host name or address; the server need not run yet
     * @param port the server's port
     * @param framing how to tell messages apart
     * @return the proxy, passing everything
     * @throws UncheckedIOException if no port can be opened
     */
    public static FaultProxy to(String host, int port, Framer framing) {
        return patientTo(host, port, framing, Duration.ZERO);
    }

    /**
     * Opens a proxy whose clients wait while the server refuses connections, for those that would take a connection which
     * ends at once for more than a server that is not there yet.
     *
     * @param host the server's host name or address; the server need not run yet
     * @param port the server's port
     * @param framing how to tell messages apart
     * @param patience how long to try to connect to the server; then the client's connection is reset
     * @return the proxy, passing everything
     * @throws UncheckedIOException if no port can be opened
     */
    public static FaultProxy patientTo(String host, int port, Framer framing, Duration patience) {
        try {
            return new FaultProxy(new InetSocketAddress(host, port), framing, patience);
        } catch (IOException e) {
            throw new UncheckedIOException("No proxy for " + host + ":" + port + " could be opened on 127.0.0.1", e);
        }
    }

    private void acceptUntilClosed() {
        try {
            Socket client = listener.accept();
            while (client != null) {
                serve(client);
                client = listener.accept();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket client) {
        ProxyConnection connection = new ProxyConnection(state.nextConnectionId(), state, threads, client);
        if (state.add(connection)) {
            threads.start("requests-in-" + connection.id(), () -> connection.run(target, patience));
        } else {
            connection.close(Cut.RST);
        }
    }

    /** Returns the address that clients connect to, {@code 127.0.0.1}. */
    public String host() {
        return "127.0.0.1";
    }

    /** Returns the port that clients connect to; it stays the same until {@link #close()}. */
    public int port() {
        return listener.port();
    }

    /** Sets what happens to the messages of one direction from now on; leaving HOLD delivers what it held. */
    public void set(Direction direction, Mode mode) {
        state.setMode(direction, mode);
    }

    /** Swallows both directions from now on. The kernel still accepts new connections, which then hear nothing. */
    public void blackHole() {
        set(Direction.REQUESTS, Mode.DROP);
        set(Direction.REPLIES, Mode.DROP);
    }

    /** Lets everything pass again: modes, hooks, refusal; what is held or delayed is delivered at once. */
    public void heal() {
        state.heal();
        state.connections().stream()
                .filter(connection -> state.locked(connection::hasLostEnd))
                .forEach(connection -> connection.close(Cut.FIN));
        acceptConnections();
    }

    /** Forgets the messages that are held now; the modes and hooks stay. */
    public void discardHeld() {
        state.discardHeld();
    }

    /** Cuts all clients off; requests that are held or delayed still reach the server when they are let go. */
    public void cut(Cut how) {
        state.connections().forEach(connection -> connection.cut(how));
    }

    /**
     * Cuts one client off.
     *
     * @param connection from {@link Message#connection()}; one that has ended is ignored
     * @param how what the client sees
     */
    public void cut(long connection, Cut how) {
        state.connections().stream()
                .filter(candidate -> candidate.id() == connection)
                .forEach(candidate -> candidate.cut(how));
    }

    /** Refuses new connections, as if nothing listened; those that exist stay. */
    public void refuseConnections() {
        try {
            listener.refuse();
        } catch (IOException e) {
            throw new UncheckedIOException("Port " + port() + " could not be closed", e);
        }
    }

    /** Accepts connections again after {@link #refuseConnections()}, on the same port. */
    public void acceptConnections() {
        try {
            listener.listenAgain();
        } catch (IOException e) {
            throw new UncheckedIOException("Port " + port() + " could not be opened again", e);
        }
    }

    /** Keeps a message, and all behind it on its connection, until {@link Hook#release()} or {@link #heal()}. */
    public Hook hold(Match match) {
        return hook(match, Fate.HOLD, FaultProxy::nothing, FaultProxy::nothing);
    }

    /** Swallows a message. */
    public Hook drop(Match match) {
        return hook(match, Fate.DROP, FaultProxy::nothing, FaultProxy::nothing);
    }

    /** Delivers a message, and so all behind it on its connection, this much later. */
    public Hook delay(Match match, Duration delay) {
        return hook(match, new Fate(Fate.Kind.DELAY, delay.toNanos()), FaultProxy::nothing, FaultProxy::nothing);
    }

    /** Delivers a request twice; the surplus answer is swallowed, except with {@link Framing#RAW}. */
    public Hook duplicate(Match match) {
        return hook(match, Fate.DUPLICATE, FaultProxy::nothing, FaultProxy::nothing);
    }

    /** The server does what was asked, but its answer is lost and the client is cut off in that moment. */
    public Hook loseAnswer(Match request, Cut how) {
        return hook(Match.answerTo(request), Fate.DROP, FaultProxy::nothing, message -> cut(message.connection(), how));
    }

    /**
     * Runs an action when a message has been read, before anything becomes of it; modes set by it apply to the message.
     *
     * @param match which message
     * @param action runs on a thread of the proxy, which carries this connection; what it throws is logged
     */
    public Hook before(Match match, Consumer<Message> action) {
        return hook(match, Fate.BY_MODE, action, FaultProxy::nothing);
    }

    /**
     * Runs an action when a message has been written to the other side, or swallowed.
     *
     * @param match which message
     * @param action runs on a thread of the proxy, which carries this connection; what it throws is logged
     */
    public Hook after(Match match, Consumer<Message> action) {
        return hook(match, Fate.BY_MODE, FaultProxy::nothing, action);
    }

    private static void nothing(Message message) {}

    private Hook hook(Match match, Fate fate, Consumer<Message> before, Consumer<Message> after) {
        if (match.isAnswer() && !state.framing.answersInOrder()) {
            throw new IllegalArgumentException("With " + state.framing + " framing " + match
                    + " cannot be told from other bytes; open the proxy with Framing.RESP or LENGTH_PREFIXED");
        }
        Hook hook = new Hook(state, match, fate, before, after);
        state.addHook(hook);
        return hook;
    }

    /** Returns how many messages of a direction have come in since the start or {@link #resetCounts()}. */
    public long seen(Direction direction) {
        return state.seen(direction);
    }

    /** Returns how many of them have been written to the other side or swallowed. */
    public long finished(Direction direction) {
        return state.done(direction);
    }

    /** Returns how many messages wait to be released or to become due. */
    public int waiting() {
        return state.held();
    }

    /** Returns how many connections have been accepted since the start. */
    public long acceptedConnections() {
        return state.accepted();
    }

    /** Returns how many connections have a client that has not closed and was not cut. */
    public long openConnections() {
        return state.openConnections();
    }

    /** Starts counting messages at zero; hooks count for themselves and do not change. */
    public void resetCounts() {
        state.resetCounts();
    }

    /**
     * Waits until this many requests have come in.
     *
     * @throws TimeoutException if fewer have come in time; it says how many did
     * @throws InterruptedException if the caller is interrupted
     */
    public void awaitRequests(long count, Duration timeout) throws InterruptedException, TimeoutException {
        awaitSeen(Direction.REQUESTS, count, timeout);
    }

    /**
     * Waits until this many messages of the server have come in.
     *
     * @throws TimeoutException if fewer have come in time; it says how many did
     * @throws InterruptedException if the caller is interrupted
     */
    public void awaitReplies(long count, Duration timeout) throws InterruptedException, TimeoutException {
        awaitSeen(Direction.REPLIES, count, timeout);
    }

    private void awaitSeen(Direction direction, long count, Duration timeout)
            throws InterruptedException, TimeoutException {
        state.await(timeout, () -> state.seen(direction) >= count, () -> "Not " + count + " " + direction);
    }

    /**
     * Waits until exactly this many clients are connected.
     *
     * @throws TimeoutException if that is not so in time
     * @throws InterruptedException if the caller is interrupted
     */
    public void awaitOpenConnections(long count, Duration timeout) throws InterruptedException, TimeoutException {
        state.await(timeout, () -> state.openConnections() == count, () -> "Not " + count + " open connections");
    }

    /** Closes the port, cuts all connections and ends all threads; held messages are lost. Idempotent. */
    @Override
    public void close() {
        state.close();
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Port " + port() + " could not be closed", e);
        } finally {
            state.connections().forEach(connection -> connection.close(Cut.FIN));
            threads.join(CLOSE_TIMEOUT);
        }
    }
}
