package io.lockspi.redis.node;

import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.TimeSource;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;

/**
 * One open connection, with its requests in flight. Confined to the connection's event loop.
 *
 * <p>Redisson forgets requests that were written when their connection is cut (they would end by a timer only), so this
 * class keeps its own list, and fails them as soon as the channel is closed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Link {
    private static final int GRACE_PARTS = 20;

    /** For calls that no replica has to confirm, which are most. */
    private static final CompletableFuture<@Nullable RequestFailure> NONE_ASKED =
            CompletableFuture.completedFuture(null);

    private final RedisConnection connection;
    private final Channel channel;
    private final TimeSource time;
    private final long requestTimeoutNanos;
    private final ArrayDeque<ScriptCall> pending = new ArrayDeque<>();

    /** What the server was asked last about itself as a master. */
    private @Nullable CompletableFuture<Map<String, String>> epoch;

    private boolean watching;
    private @Nullable ScriptCall suspect;
    private boolean silent;

    Link(RedisConnection connection, TimeSource time, Duration requestTimeout) {
        this.connection = connection;
        this.channel = connection.getChannel();
        this.time = time;
        this.requestTimeoutNanos = requestTimeout.toNanos();
        channel.closeFuture().addListener(closed -> failAll());
    }

    boolean isOpen() {
        return channel.isActive();
    }

    void send(ScriptCall call) {
        call.sentAt(time.nanos());
        pending.add(call);
        Demand demand = call.demand();
        if (!demand.isNone() && epoch == null) {
            epoch = askForEpoch();
        }
        if (call.asking()) {
            write(new CommandData<>(
                    new CompletableFuture<>(), StringCodec.INSTANCE, RedisCommands.ASKING, new Object[0]));
        }
        CompletableFuture<Object> reply = new CompletableFuture<>();
        CompletableFuture<@Nullable RequestFailure> shortage = demand.isNone() ? NONE_ASKED : new CompletableFuture<>();
        reply.whenComplete((result, error) -> received(call, result, error, shortage));
        write(call.command(reply));
        if (!demand.isNone()) {
            awaitReplicas(demand, shortage);
        }
        watch();
    }

    /**
     * On this connection, since WAIT waits for what was written by it. It compares positions in the replication stream,
     * which mean something else when the server was demoted and promoted again; so the server is asked which master it is
     * before and after, the last call's second answer being the next one's first.
     */
    private void awaitReplicas(Demand demand, CompletableFuture<@Nullable RequestFailure> shortage) {
        CompletableFuture<Integer> confirmations = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> before = Objects.requireNonNull(epoch);
        write(new CommandData<>(confirmations, StringCodec.INSTANCE, RedisCommands.WAIT, new Object[] {
            demand.replicas(), demand.millis()
        }));
        CompletableFuture<Map<String, String>> after = askForEpoch();
        epoch = after;
        for (CompletableFuture<?> answer : List.of(before, confirmations, after)) {
            answer.exceptionally(trouble -> {
                shortage.complete(Shortage.of(trouble));
                return null;
            });
        }
        CompletableFuture.allOf(before, confirmations, after)
                .thenRun(() ->
                        shortage.complete(Shortage.of(demand, confirmations.join(), before.join(), after.join())));
    }

    private CompletableFuture<Map<String, String>> askForEpoch() {
        CompletableFuture<Map<String, String>> info = new CompletableFuture<>();
        write(new CommandData<>(info, StringCodec.INSTANCE, RedisCommands.INFO_REPLICATION, new Object[0]));
        return info;
    }

    private void write(CommandData<?, ?> command) {
        connection.send(command).addListener(written -> {
            if (!written.isSuccess()) {
                close();
            }
        });
    }

    private void received(
            ScriptCall call,
            @Nullable Object result,
            @Nullable Throwable error,
            CompletableFuture<@Nullable RequestFailure> shortage) {
        if (result != null && !call.demand().isNone()) {
            shortage.thenAccept(known -> answer(call, new Reply(Reply.list(result), known)));
            return;
        }
        if (!pending.remove(call)) {
            return;
        }
        if (error instanceof RedisNoScriptException && call.addText()) {
            send(call);
        } else if (error == null && result != null) {
            call.answer().complete(new Reply(Reply.list(result), null));
        } else {
            call.answer().completeExceptionally(failure(error));
        }
    }

    private void answer(ScriptCall call, Reply reply) {
        if (pending.remove(call)) {
            call.answer().complete(reply);
        }
    }

    private RequestFailure failure(@Nullable Throwable error) {
        if (error instanceof RedisException reply && ErrorReply.isFromServer(reply)) {
            return ErrorReply.toScript(reply);
        }
        close();
        return RequestFailure.unknown(
                Effect.UNKNOWN_CLOSED, "the answer could not be read, so the connection was closed", error);
    }

    /** One timer for all requests: answers come in order, so only the oldest can be overdue. */
    private void watch() {
        ScriptCall oldest = pending.peek();
        if (!watching && oldest != null) {
            checkLater(oldest.sentAt() + requestTimeoutNanos - time.nanos());
        }
    }

    private void checkLater(long delayNanos) {
        watching = true;
        time.schedule(delayNanos, () -> Loops.run(channel.eventLoop(), this::check));
    }

    private void check() {
        watching = false;
        ScriptCall oldest = pending.peek();
        boolean overdue = oldest != null && time.nanos() - oldest.sentAt() >= requestTimeoutNanos;
        if (overdue && oldest == suspect) {
            silent = true;
            close();
        } else if (overdue) {
            // After a pause of this process the answer may lie here unread, so the loop may read once more.
            suspect = oldest;
            checkLater(requestTimeoutNanos / GRACE_PARTS);
        } else {
            watch();
        }
    }

    /** Closes without delivering what the operating system has not sent yet. */
    void close() {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        connection.closeAsync();
    }

    private void failAll() {
        String what = silent
                ? "Redis gave no answer for the requestTimeout of " + requestTimeoutNanos / 1_000_000
                        + " ms, so the connection was closed; is the server overloaded or the network broken?"
                : "the connection was closed before the answer came; has the server been stopped?";
        while (!pending.isEmpty()) {
            pending.remove().answer().completeExceptionally(RequestFailure.unknown(Effect.UNKNOWN_CLOSED, what, null));
        }
    }
}
