package io.lockspi.tck.fault;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One client's connection and the connection to the server behind it. */
final class ProxyConnection {

    private static final int CONNECT_TIMEOUT_MILLIS = (int) TimeUnit.SECONDS.toMillis(5);
    private static final long RETRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final long id;
    private final ProxyState state;
    private final ProxyThreads threads;
    private final Socket client;
    private volatile Socket server = new Socket();
    private final Lane requests;
    private final Lane replies;

    // Guarded by the proxy's lock.
    private final Set<Long> surplusAnswers = new HashSet<>();
    private long requestsSent;
    private long answersRead;
    private boolean clientOpen = true;
    private boolean requestsEnded;
    private boolean repliesEnded;
    private boolean endLost;

    ProxyConnection(long id, ProxyState state, ProxyThreads threads, Socket client) {
        this.id = id;
        this.state = state;
        this.threads = threads;
        this.client = client;
        this.requests = new Lane(
                state, Direction.REQUESTS, this::deliverRequest, task -> threads.start("requests-out-" + id, task));
        this.replies = new Lane(
                state, Direction.REPLIES, this::deliverReply, task -> threads.start("replies-out-" + id, task));
    }

    long id() {
        return id;
    }

    Lane lane(Direction direction) {
        return direction == Direction.REQUESTS ? requests : replies;
    }

    /** Connects to the server, then carries requests until the client's side ends. */
    void run(InetSocketAddress target, Duration patience) {
        try {
            client.setTcpNoDelay(true);
            connect(target, System.nanoTime() + patience.toNanos());
        } catch (IOException e) {
            serverUnreachable();
            return;
        }
        if (state.locked(() -> requestsEnded)) {
            close(Cut.FIN);
            return;
        }
        threads.start("replies-in-" + id, this::pumpReplies);
        pump(client, Direction.REQUESTS);
    }

    private void connect(InetSocketAddress target, long deadline) throws IOException {
        while (true) {
            try {
                server.setTcpNoDelay(true);
                server.connect(target, CONNECT_TIMEOUT_MILLIS);
                return;
            } catch (ConnectException refused) {
                if (System.nanoTime() - deadline > 0 || state.locked(() -> requestsEnded)) {
                    throw refused;
                }
                // A socket connects once only.
                server = new Socket();
                LockSupport.parkNanos(RETRY_PAUSE_NANOS);
            }
        }
    }

    private void serverUnreachable() {
        if (state.mode(Direction.REQUESTS).kind() == Mode.Kind.DROP) {
            // A black hole tells nobody that the server is gone; heal() ends this connection.
            state.update(() -> endLost = true);
        } else {
            close(Cut.RST);
        }
    }

    private void pumpReplies() {
        pump(server, Direction.REPLIES);
    }

    private void pump(Socket from, Direction direction) {
        FrameBuffer buffer = new FrameBuffer(state.framing);
        try {
            while (buffer.fill(from.getInputStream())) {
                passOn(buffer, direction);
            }
        } catch (IOException e) {
            // A reset, or our own close: either way this stream has ended.
        }
        byte[] rest = buffer.rest();
        if (rest != null) {
            arrived(rest, direction);
        }
        ended(direction);
    }

    private void passOn(FrameBuffer buffer, Direction direction) {
        byte[] message = buffer.next();
        while (message != null) {
            arrived(message, direction);
            message = buffer.next();
        }
    }

    private void arrived(byte[] bytes, Direction direction) {
        long answerIndex = 0;
        if (direction == Direction.REPLIES && state.framing.answersInOrder() && state.framing.isAnswer(bytes)) {
            answerIndex = state.locked(() -> ++answersRead);
            long index = answerIndex;
            if (state.locked(() -> surplusAnswers.remove(index))) {
                return;
            }
        }
        Arrival arrival = state.register(direction, id, bytes, answerIndex);
        arrival.runBefore();
        Parcel parcel = Parcel.of(arrival, System.nanoTime());
        if (lane(direction).submit(parcel)) {
            state.finished(direction);
            arrival.runAfter();
        }
    }

    private void ended(Direction direction) {
        Lane lane = lane(direction);
        boolean swallowed = lane.submit(Parcel.end(System.nanoTime()));
        state.update(() -> {
            clientOpen = clientOpen && direction == Direction.REPLIES;
            endLost = endLost || (swallowed && lane.isOpen());
        });
        if (direction == Direction.REPLIES && !state.locked(lane::isOpen) && swallowed) {
            end(client, () -> repliesEnded = true);
        }
    }

    private void deliverRequest(Parcel parcel) {
        Arrival arrival = parcel.arrival();
        if (arrival == null) {
            end(server, () -> requestsEnded = true);
            return;
        }
        state.update(() -> countSent(arrival, parcel.copies()));
        write(server, arrival, parcel.copies());
    }

    private void countSent(Arrival arrival, int copies) {
        requestsSent++;
        arrival.awaitingAnswer().forEach(hook -> hook.expectAnswer(id, requestsSent));
        for (int i = 1; i < copies; i++) {
            requestsSent++;
            surplusAnswers.add(requestsSent);
        }
    }

    private void deliverReply(Parcel parcel) {
        Arrival arrival = parcel.arrival();
        if (arrival == null) {
            end(client, () -> repliesEnded = true);
        } else {
            write(client, arrival, parcel.copies());
        }
    }

    private void write(Socket to, Arrival arrival, int copies) {
        Message message = arrival.message();
        try {
            for (int i = 0; i < copies; i++) {
                to.getOutputStream().write(message.raw());
            }
        } catch (IOException e) {
            // The receiver is gone; its own stream ends too, and the thread that reads it cleans up.
        }
        state.finished(message.direction());
        arrival.runAfter();
    }

    private void end(Socket receiver, Runnable mark) {
        // Marked first: run() looks at the mark when it has connected, so that an end before that is not lost.
        state.update(mark);
        try {
            receiver.shutdownOutput();
        } catch (IOException e) {
            // Closed already, which is what was wanted.
        }
        if (state.locked(() -> requestsEnded && repliesEnded)) {
            close(Cut.FIN);
        }
    }

    /**
     * Cuts the client off. The server is told so after the requests that are still on their way, if any: a request that
     * is held can therefore arrive after its sender has gone.
     */
    void cut(Cut how) {
        state.update(() -> {
            clientOpen = false;
            replies.close();
        });
        close(client, how);
        requests.submitEnd();
    }

    /** Ends both sides at once. */
    void close(Cut how) {
        state.update(() -> {
            clientOpen = false;
            requests.close();
            replies.close();
        });
        close(client, how);
        close(server, how);
        state.remove(this);
    }

    private static void close(Socket socket, @Nullable Cut how) {
        try {
            if (how == Cut.RST) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            // Closed by the other side at the same time.
        }
    }

    // The methods below are called under the proxy's lock.

    boolean isClientOpen() {
        return clientOpen;
    }

    boolean hasLostEnd() {
        return endLost;
    }

    int pending() {
        return requests.pending() + replies.pending();
    }

    void signalLanes() {
        requests.signal();
        replies.signal();
    }

    void releaseAll() {
        requests.releaseAll();
        replies.releaseAll();
    }

    void discardHeld() {
        requests.discardHeld();
        replies.discardHeld();
    }
}
