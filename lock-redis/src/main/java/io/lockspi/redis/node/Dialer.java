package io.lockspi.redis.node;

import io.lockspi.spi.TimeSource;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.redisson.client.NettyHook;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.RedisStrictCommand;
import org.redisson.misc.RedisURI;

/**
 * Opens connections with Redisson's low-level client: TCP, TLS, user and password, database, name. Thread-safe.
 *
 * <p>Redisson's own reconnecting is off, because it leaves requests that were sent before the cut without an answer, and
 * each connection has its own client, because one client remembers the host's address for ever, even a failed look-up.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Dialer {
    private static final NoTimer NO_TIMER = new NoTimer();

    private final NodeOptions options;
    private final TimeSource time;
    private final EventLoopGroup loop;
    private final AddressResolverGroup<InetSocketAddress> resolver;

    Dialer(
            NodeOptions options,
            TimeSource time,
            EventLoopGroup loop,
            AddressResolverGroup<InetSocketAddress> resolver) {
        this.options = options;
        this.time = time;
        this.loop = loop;
        this.resolver = resolver;
    }

    /** Whether the connections are encrypted. */
    boolean encrypts() {
        return options.tls() != null;
    }

    /** A connection for requests, or a {@link RequestFailure}. */
    CompletableFuture<RedisConnection> dial() {
        return dial(RedisClient::connectAsync);
    }

    /** A connection for messages, or a {@link RequestFailure}. */
    CompletableFuture<RedisPubSubConnection> dialForMessages() {
        return dial(RedisClient::connectPubSubAsync);
    }

    private <C extends RedisConnection> CompletableFuture<C> dial(Function<RedisClient, CompletionStage<C>> connect) {
        CompletableFuture<C> ready = new CompletableFuture<>();
        try {
            connect.apply(RedisClient.create(clientConfig())).whenComplete((connection, error) -> {
                if (error != null) {
                    ready.completeExceptionally(failure(error));
                } else {
                    shakeHands(connection, ready);
                }
            });
        } catch (RuntimeException e) {
            ready.completeExceptionally(failure(e));
        }
        limit(ready);
        return ready;
    }

    private void limit(CompletableFuture<?> ready) {
        TimeSource.Cancellable limit = time.schedule(
                options.connectTimeout().toNanos(),
                () -> ready.completeExceptionally(RequestFailure.notSent(
                        "no connection within the connectTimeout of "
                                + options.connectTimeout().toMillis() + " ms; is the server up and reachable?",
                        null)));
        ready.whenComplete((connection, error) -> limit.cancel());
    }

    private <C extends RedisConnection> void shakeHands(C connection, CompletableFuture<C> ready) {
        connection
                .getChannel()
                .closeFuture()
                .addListener(closed -> ready.completeExceptionally(RequestFailure.notSent(
                        "Redis closed the connection while it was being set up; look into the server's log", null)));
        CompletionStage<Void> greeted = CompletableFuture.<Void>completedFuture(null);
        if (options.password() != null) {
            Object[] credentials = options.user() == null
                    ? new Object[] {options.password()}
                    : new Object[] {options.user(), options.password()};
            greeted = greeted.thenCompose(done -> ask(connection, RedisCommands.AUTH, credentials));
        }
        if (options.database() != 0) {
            greeted = greeted.thenCompose(done -> ask(connection, RedisCommands.SELECT, options.database()));
        }
        String clientName = options.clientName();
        if (clientName != null) {
            greeted = greeted.thenCompose(done -> ask(connection, RedisCommands.CLIENT_SETNAME, clientName));
        }
        greeted.whenComplete((done, error) -> {
            boolean taken = error == null ? ready.complete(connection) : ready.completeExceptionally(unwrap(error));
            if (!taken || error != null) {
                connection.closeAsync();
            }
        });
    }

    private static CompletionStage<Void> ask(
            RedisConnection connection, RedisStrictCommand<Void> command, Object... params) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        connection.send(new CommandData<>(answer, StringCodec.INSTANCE, command, params));
        return answer.exceptionally(error -> {
            if (error instanceof RedisException reply) {
                throw ErrorReply.toHandshake(command.getName(), reply);
            }
            throw RequestFailure.notSent(command.getName() + " failed", null);
        });
    }

    private RedisClientConfig clientConfig() {
        LockHost host = LockHost.of(options);
        RedisClientConfig config = new RedisClientConfig()
                .setAddress(new RedisURI(host.scheme(), host.name(), host.port()))
                .setGroup(loop)
                .setExecutor(loop)
                .setTimer(NO_TIMER)
                .setResolverGroup(resolver)
                .setConnectTimeout(Math.toIntExact(options.connectTimeout().toMillis()))
                .setTcpNoDelay(true)
                .setKeepAlive(true)
                .setNettyHook(new ChannelSetup());
        if (options.tls() != null) {
            options.tls().apply(config);
        }
        return config;
    }

    private static RequestFailure failure(Throwable error) {
        Throwable cause = unwrap(error);
        if (cause instanceof RequestFailure known) {
            return known;
        }
        if (cause instanceof RedisConnectionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof SSLException) {
            return RequestFailure.refused(
                    "the TLS handshake failed (" + cause.getMessage()
                            + "); check the options trustStore, keyStore and verifyHostname",
                    cause);
        }
        return RequestFailure.notSent(
                "connecting failed (" + cause.getMessage() + "); is the server up and reachable?", cause);
    }

    static Throwable unwrap(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    static @Nullable Throwable unwrapped(@Nullable Throwable error) {
        return error == null ? null : unwrap(error);
    }

    /** The server in the form that Redisson wants. */
    private record LockHost(String scheme, String name, int port) {
        static LockHost of(NodeOptions options) {
            return new LockHost(
                    options.tls() == null ? "redis" : "rediss",
                    options.host().name(),
                    options.host().port());
        }
    }

    /** Marks a connection as closed before Redisson's watchdog sees that its channel is. */
    private static final class ChannelSetup implements NettyHook {
        @Override
        public void afterBoostrapInitialization(Bootstrap bootstrap) {}

        @Override
        public void afterChannelInitialization(Channel channel) {
            channel.closeFuture().addListener(closed -> end(RedisConnection.getFrom(channel)));
        }

        private static void end(@Nullable RedisConnection connection) {
            if (connection != null) {
                connection.closeAsync();
                // Later, because Redisson closes first and then tells a better reason, such as a failed TLS handshake.
                Loops.run(
                        connection.getChannel().eventLoop(),
                        () -> connection
                                .getConnectionPromise()
                                .completeExceptionally(
                                        new RedisConnectionException("the server closed the connection")));
            }
        }
    }
}
