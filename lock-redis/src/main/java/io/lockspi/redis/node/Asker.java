package io.lockspi.redis.node;

import io.lockspi.spi.SpiContext;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommand;

/** Puts questions to servers, each over a connection of its own. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Asker {
    private final NodeLoop loop;
    private final TimeSource time;
    private final Duration patience;

    Asker(NodeLoop loop, SpiContext context) {
        this.loop = loop;
        this.time = context.time();
        this.patience = context.requestTimeout();
    }

    /**
     * Connects, asks and closes.
     *
     * @param server whom to ask
     * @param question what to ask, with {@link #send}
     * @return the answer, or a {@link RequestFailure} whose message begins with the server
     */
    <T> CompletableFuture<T> ask(NodeOptions server, Function<RedisConnection, CompletableFuture<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Dialer dialer = new Dialer(server, time, loop.group(), loop.resolver());
        dialer.dial().whenComplete((connection, error) -> {
            if (error != null) {
                answer.completeExceptionally(named(server, RequestFailure.known(error)));
                return;
            }
            answer.whenComplete((value, failure) -> connection.closeAsync());
            connection.getChannel().closeFuture().addListener(closed -> answer.completeExceptionally(silent(server)));
            question.apply(connection).whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(named(server, RequestFailure.known(failure)));
                }
            });
        });
        TimeSource.Cancellable limit =
                time.schedule(patience.toNanos(), () -> answer.completeExceptionally(silent(server)));
        answer.whenComplete((value, failure) -> limit.cancel());
        return answer;
    }

    private static RequestFailure silent(NodeOptions server) {
        return RequestFailure.notSent(server.where() + " gave no answer", null);
    }

    private static RequestFailure named(NodeOptions server, RequestFailure failure) {
        return new RequestFailure(
                failure.effect(),
                failure.permanent(),
                server.where() + ": " + failure.getMessage(),
                failure.getCause());
    }

    /** Sends one command. */
    static <R> CompletableFuture<R> send(RedisConnection connection, RedisCommand<R> command, Object... words) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        connection.send(new CommandData<>(answer, StringCodec.INSTANCE, command, words));
        return answer.exceptionallyCompose(error -> CompletableFuture.failedFuture(
                error instanceof RedisException reply && ErrorReply.isFromServer(reply)
                        ? ErrorReply.toScript(reply)
                        : error));
    }
}
