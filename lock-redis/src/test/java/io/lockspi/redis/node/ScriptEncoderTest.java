package io.lockspi.redis.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.TimeSource;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.handler.CommandEncoder;
import org.redisson.client.handler.CommandsQueue;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.config.CommandMapper;

@SuppressWarnings("FutureReturnValueIgnored") // the reply tells of the sending, and the end is awaited by the loop
class ScriptEncoderTest {
    private static final RedisServer SERVER = RedisServer.start();
    private static final List<String> KEYS = List.of("lockspi:{ä}:lock", "lockspi:{ä}:fence");
    private static final List<String> ARGS = List.of("30000", "", "host:1:app");
    private static final LuaSource SCRIPT = LuaSource.of("return {KEYS[2], ARGV[1], ARGV[2], #ARGV}");

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void writesWhatRedissonsEncoderWrites() {
        CompletableFuture<Object> reply = new CompletableFuture<>();
        for (ScriptCommand command : List.of(
                ScriptCommand.byHash(reply, SCRIPT, KEYS, ARGS), ScriptCommand.withText(reply, SCRIPT, KEYS, ARGS))) {
            assertThat(encoded(command, new ScriptEncoder()))
                    .isEqualTo(encoded(command, new CommandEncoder(CommandMapper.direct())));
        }
    }

    @Test
    void tellsTheCallerWhatWentWrong() {
        IllegalStateException trouble = new IllegalStateException("no such key");
        List<String> broken = new AbstractList<>() {
            @Override
            public String get(int index) {
                throw trouble;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        CompletableFuture<Object> reply = new CompletableFuture<>();
        ScriptCommand command = ScriptCommand.byHash(reply, SCRIPT, broken, ARGS);
        assertThatThrownBy(() -> encoded(command, new ScriptEncoder())).isSameAs(trouble);
        assertThat(reply).isCompletedExceptionally();
        assertThatThrownBy(reply::join).hasCause(trouble);
    }

    @Test
    void leavesEverythingElseToRedisson() {
        CommandData<?, ?> ping =
                new CommandData<>(new CompletableFuture<>(), StringCodec.INSTANCE, RedisCommands.PING, new Object[0]);
        assertThat(encoded(ping, new CommandEncoder(CommandMapper.direct()), new ScriptEncoder()))
                .isEqualTo("*1\r\n$4\r\nPING\r\n");
    }

    /** Redisson's queue, which matches answers with requests, must come first, or answers would go to nobody. */
    @Test
    void standsBetweenRedissonsQueueAndRedissonsEncoder() {
        NodeLoop loop = new NodeLoop("encoder-test");
        RedisConnection connection = new Dialer(options(), new NoTime(), loop.group(), loop.resolver())
                .dial()
                .join();
        List<Class<?>> handlers = connection.getChannel().pipeline().toMap().values().stream()
                .<Class<?>>map(ChannelHandler::getClass)
                .toList();
        assertThat(handlers).containsSubsequence(CommandEncoder.class, ScriptEncoder.class, CommandsQueue.class);
        CompletableFuture<Object> reply = new CompletableFuture<>();
        connection.send(ScriptCommand.withText(reply, SCRIPT, KEYS, ARGS));
        assertThat(reply.join()).isEqualTo(List.of("lockspi:{ä}:fence", "30000", "", 3L));
        loop.close(connection::closeAsync);
    }

    /** For what needs a limit that is never reached. */
    private static final class NoTime implements TimeSource {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public void park(Object blocker, long nanos) {}
    }

    private static NodeOptions options() {
        LockConfig.Host host = new LockConfig.Host(SERVER.host(), SERVER.port());
        return NodeOptions.read(LockConfig.of("redis://" + host), host, "rediss");
    }

    private static String encoded(CommandData<?, ?> command, ChannelHandler... handlers) {
        EmbeddedChannel channel = new EmbeddedChannel(handlers);
        channel.writeOutbound(command);
        ByteBuf written = channel.readOutbound();
        try {
            return written.toString(StandardCharsets.UTF_8);
        } finally {
            written.release();
            channel.finishAndReleaseAll();
        }
    }
}
