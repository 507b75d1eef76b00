package io.lockspi.lab.bench.subject;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
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

    private final EventLoopGroup loops;
    private final RedisClient client;
    private final RedisConnection connection;
    private final String deleteOwn;

    private RedissonFloor(URI uri) {
        DefaultThreadFactory daemons = new DefaultThreadFactory("bench-floor", true);
        loops = new MultiThreadIoEventLoopGroup(1, daemons, NioIoHandler.newFactory());
        client = RedisClient.create(new RedisClientConfig()
                .setAddress(uri.toString())
                .setGroup(loops)
                .setExecutor(Executors.newSingleThreadExecutor(daemons))
                .setTimer(new HashedWheelTimer(daemons))
                // Otherwise it looks for classes of the native transport.
                .setResolverGroup(DefaultAddressResolverGroup.INSTANCE)
                .setTcpNoDelay(true));
        connection = client.connect();
        deleteOwn = send(RedisCommands.SCRIPT_LOAD, Floor.DELETE_OWN);
    }

    static LockClient open(URI uri, SharedThreads shared) {
        return new RedissonFloor(uri);
    }

    private <T> T send(RedisStrictCommand<T> command, Object... params) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        connection.send(new CommandData<>(answer, StringCodec.INSTANCE, command, params));
        return answer.join();
    }

    @Override
    public TimedLock lock(String name) {
        String owner = Floor.newOwner();
        return new TimedLock() {
            @Override
            public long lock() {
                if (!"OK".equals(send(SET, name, owner, "NX", "PX", Floor.LEASE_MILLIS))) {
                    throw Floor.held(name);
                }
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                if (send(EVALSHA, deleteOwn, 1, name, owner) != 1) {
                    throw Floor.gone(name);
                }
            }
        };
    }

    @Override
    public void close() {
        client.shutdown();
        loops.shutdownGracefully();
    }
}
