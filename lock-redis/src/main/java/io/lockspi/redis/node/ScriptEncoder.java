package io.lockspi.redis.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.redisson.client.handler.CommandsQueue;

/**
 * Encodes scripts, in Redisson's encoder's stead, which takes a buffer of its own for each word: with a dozen of them that
 * is a tenth of what a request costs the client. One for each channel; confined to its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the promise is the caller's, who listens
final class ScriptEncoder extends ChannelOutboundHandlerAdapter {
    private final RespWords words = new RespWords();

    /** Takes its place between Redisson's queue of requests and Redisson's encoder. */
    static void addTo(Channel channel) {
        ChannelHandlerContext queue = channel.pipeline().context(CommandsQueue.class);
        // There is none on a connection for messages.
        if (queue != null) {
            channel.pipeline().addBefore(queue.name(), null, new ScriptEncoder());
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ScriptCommand command) {
            context.write(encoded(command, context), promise);
        } else {
            context.write(message, promise);
        }
    }

    private ByteBuf encoded(ScriptCommand command, ChannelHandlerContext context) {
        try {
            command.write(words);
            ByteBuf request = context.alloc().ioBuffer(words.size());
            words.copyTo(request);
            return request;
        } catch (RuntimeException | Error failure) {
            // As Redisson's encoder does: else its caller would hear of a closed connection only.
            command.tryFailure(failure);
            throw failure;
        }
    }
}
