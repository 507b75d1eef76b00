package io.lockspi.tck.witness;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One client's connection, as the witness sees it. Not thread-safe. */
final class Visitor {
    final SocketChannel channel;

    /** The sections that it is inside of: operation to lock. */
    final Map<Long, String> inside = new HashMap<>();

    int process;
    int thread;
    private final ByteBuffer in = ByteBuffer.allocate(Request.LONGEST);
    private final ByteBuffer out = ByteBuffer.allocate(Request.ANSWER_BYTES);

    Visitor(SocketChannel channel) {
        this.channel = channel;
    }

    /** Reads what has come. */
    void read() throws IOException {
        if (channel.read(in) < 0) {
            throw new EOFException("the client has gone");
        }
        in.flip();
    }

    /** The next request of those read, null if there is no complete one; then {@link #read} again. */
    @Nullable
    Request next() {
        Request request = Request.decode(in);
        if (request == null) {
            in.compact();
        }
        return request;
    }

    /** A client asks again only when it has its answer, so there is always room for it. */
    void answer(boolean yes, long value) throws IOException {
        out.clear();
        out.put((byte) (yes ? 1 : 0)).putLong(value).flip();
        if (channel.write(out) < Request.ANSWER_BYTES) {
            throw new IOException("the client asks without reading the answers");
        }
    }
}
