package io.lockspi.lab.bench.subject;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;
import org.redisson.client.RedisConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.RedisStrictCommand;

/** The bare commands on the low-level client that our Redis back end uses: one connection, one network thread. */
@SuppressWarnings("FutureReturnValueIgnored") // the answer tells of the sending, and nobody waits for the end
final class RedissonFloor implements LockClient {
    private static final RedisStrictCommand<String> SET = new RedisStrictCommand<>("SET");
    private static final RedisStrictCommand<Long> EVALSHA = new RedisStrictCommand<>("EVALSHA");

    private static final DefaultThreadFactory DAEMONS = new DefaultThreadFactory("bench-floor", true);

    private final EventLoopGroup loop;
    private final RedisClient client;
    private final RedisConnection connection;
    private final String deleteOwn;

    /** One connection, served by a thread that may serve others as well; closing it ends that thread. */
    RedissonFloor(URI uri, EventLoopGroup loop) {
        this.loop = loop;
        client = RedisClient.create(new RedisClientConfig()
                .setAddress(uri.toString())
                .setGroup(loop)
                .setExecutor(Executors.newSingleThreadExecutor(DAEMONS))
                .setTimer(new HashedWheelTimer(DAEMONS))
                // Otherwise it looks for classes of the native transport.
                .setResolverGroup(DefaultAddressResolverGroup.INSTANCE)
                .setTcpNoDelay(true));
        connection = client.connect();
        deleteOwn = send(RedisCommands.SCRIPT_LOAD, Floor.DELETE_OWN).join();
    }

    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        return new RedissonFloor(uri, newLoop());
    }

    /** One network thread. */
    static EventLoopGroup newLoop() {
        return new MultiThreadIoEventLoopGroup(1, DAEMONS, NioIoHandler.newFactory());
    }

    private <T> CompletableFuture<T> send(RedisStrictCommand<T> command, Object... params) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        connection.send(new CommandData<>(answer, StringCodec.INSTANCE, command, params));
        return answer;
    }

    CompletableFuture<String> set(String name, String owner) {
        return send(SET, name, owner, "NX", "PX", Floor.LEASE_MILLIS);
    }

    CompletableFuture<Long> delete(String name, String owner) {
        return send(EVALSHA, deleteOwn, 1, name, owner);
    }

    static void checkSet(String name, @Nullable String answer) {
        if (!"OK".equals(answer)) {
            throw Floor.held(name);
        }
    }

    static void checkDeleted(String name, long answer) {
        if (answer != 1) {
            throw Floor.gone(name);
        }
    }

    @Override
    public TimedLock lock(String name) {
        String owner = Floor.newOwner();
        return new TimedLock() {
            @Override
            public long lock() {
                checkSet(name, set(name, owner).join());
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                checkDeleted(name, delete(name, owner).join());
            }
        };
    }

    @Override
    public void close() {
        client.shutdown();
        loop.shutdownGracefully();
    }
}
