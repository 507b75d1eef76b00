package io.lockspi.redis.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.nio.AbstractNioChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.redisson.client.handler.CommandsQueue;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.QueueCommandHolder;

/**
 * The way out of a connection whose handshake is done. The thread that asks writes to the socket itself, which spares it the
 * way over the event loop and the waking of the loop; answers are read, decoded and matched with their requests by Redisson's
 * client as ever. What the operating system does not take at once, and all that is to be encrypted, goes over the event loop,
 * and so does everything after it until that is written, so that the order stays. For one thread at a time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners tell of the outcome
final class Wire {
    /** What is larger, such as a batch of renewals, is in no hurry. */
    private static final int BUFFER_BYTES = 8 * 1024;

    private final Channel channel;
    /** Where to write past Netty; none if the pipeline encrypts. In non-blocking mode, so an interrupt does not close it. */
    private final @Nullable SocketChannel socket;

    private final Runnable close;

    /** Where Redisson's decoder looks whose answer comes next. */
    private final Queue<QueueCommandHolder> unanswered;

    /** What Redisson asks whether a request was written; never known here, since one that was not ends the connection. */
    private final ChannelPromise written;

    private final RespWords words = new RespWords();
    private final ByteBuffer ready = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final AtomicInteger onLoop = new AtomicInteger();
    private boolean broken;

    /**
     * Makes the way out.
     *
     * @param channel nobody else writes to it any more
     * @param encrypted whether its pipeline encrypts
     * @param close closes the connection; is run on the event loop
     */
    Wire(Channel channel, boolean encrypted, Runnable close) {
        this.channel = channel;
        this.socket = encrypted ? null : socketOf(channel);
        this.close = close;
        this.unanswered = channel.attr(CommandsQueue.COMMANDS_QUEUE).get();
        this.written = channel.newPromise();
    }

    private static @Nullable SocketChannel socketOf(Channel channel) {
        return channel.unsafe() instanceof AbstractNioChannel.NioUnsafe nio && nio.ch() instanceof SocketChannel socket
                ? socket
                : null;
    }

    /** Whether requests can still be written, as far as is known. */
    boolean isOpen() {
        return !broken && channel.isActive();
    }

    /**
     * Puts a request behind the others; {@link #flush} sends them. If it fails, nothing of this request will be sent, but what
     * belongs to it may have been.
     */
    void add(CommandData<?, ?> request) {
        words.request(request);
        if (words.size() > ready.remaining()) {
            flush();
        }
        unanswered.add(new QueueCommandHolder(request, written));
        if (words.size() > ready.remaining()) {
            sendOverLoop(ByteBuffer.wrap(words.bytes(), 0, words.size()));
        } else {
            ready.put(words.bytes(), 0, words.size());
        }
    }

    /** Sends what was added. Trouble closes the connection. */
    void flush() {
        ready.flip();
        try {
            if (socket != null && onLoop.get() == 0 && !broken) {
                socket.write(ready);
            }
        } catch (IOException e) {
            breakOff();
        }
        if (ready.hasRemaining()) {
            sendOverLoop(ready);
        }
        ready.clear();
    }

    private void sendOverLoop(ByteBuffer data) {
        if (broken) {
            return;
        }
        onLoop.incrementAndGet();
        try {
            ByteBuf copy = channel.alloc().ioBuffer(data.remaining()).writeBytes(data);
            if (!Loops.run(channel.eventLoop(), () -> writeOnLoop(copy))) {
                copy.release();
                broken = true;
            }
        } catch (RuntimeException | Error e) {
            // Without it the answers would go to the wrong requests.
            breakOff();
            throw e;
        }
    }

    private void writeOnLoop(ByteBuf data) {
        channel.writeAndFlush(data).addListener(done -> {
            if (done.isSuccess()) {
                onLoop.decrementAndGet();
            } else {
                close.run();
            }
        });
    }

    /** Sends nothing any more, and closes the connection. */
    void breakOff() {
        broken = true;
        Loops.run(channel.eventLoop(), close);
    }
}
