package io.lockspi.redis.node;

import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.TimeSource;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;

/**
 * One open connection, with its requests in flight. Sending is for one thread at a time, the one whose turn it is in the lane;
 * everything else is confined to the connection's event loop.
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
    private final Wire wire;
    private final TimeSource time;
    private final long requestTimeoutNanos;
    private final Consumer<ScriptCall> again;

    /** Who sends adds, the event loop removes. */
    private final Queue<ScriptCall> pending = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile boolean ended;
    private volatile @Nullable Throwable trouble;

    /** What the server was asked last about itself as a master. */
    private @Nullable CompletableFuture<Map<String, String>> epoch;

    private @Nullable ScriptCall suspect;
    private boolean silent;

    /**
     * Takes over a connection whose handshake is done; on the event loop.
     *
     * @param encrypted whether it is encrypted
     * @param again takes a call that the server cannot have executed and that is to be sent again
     */
    Link(
            RedisConnection connection,
            boolean encrypted,
            TimeSource time,
            Duration requestTimeout,
            Consumer<ScriptCall> again) {
        this.connection = connection;
        this.channel = connection.getChannel();
        this.wire = new Wire(channel, encrypted, this::close);
        this.time = time;
        this.requestTimeoutNanos = requestTimeout.toNanos();
        this.again = again;
        channel.closeFuture().addListener(closed -> failAll());
    }

    boolean isOpen() {
        return wire.isOpen() && !ended;
    }

    /** Puts a call behind the others; {@link #flush} sends it. It is answered in any case. */
    void send(ScriptCall call) {
        call.sentAt(time.nanos());
        pending.add(call);
        try {
            write(call);
        } catch (RuntimeException | Error broken) {
            trouble = broken;
            wire.breakOff();
        }
        failIfEnded();
        watch();
    }

    void flush() {
        try {
            wire.flush();
        } catch (RuntimeException | Error broken) {
            trouble = broken;
        }
    }

    /** What came after the end of the connection has missed it. */
    private void failIfEnded() {
        if (ended && !Loops.run(channel.eventLoop(), this::failAll)) {
            failAll();
        }
    }

    private void write(ScriptCall call) {
        Demand demand = call.demand();
        if (!demand.isNone() && epoch == null) {
            epoch = askForEpoch();
        }
        if (call.asking()) {
            wire.add(new CommandData<>(
                    new CompletableFuture<>(), StringCodec.INSTANCE, RedisCommands.ASKING, new Object[0]));
        }
        CompletableFuture<Object> reply = new CompletableFuture<>();
        CompletableFuture<@Nullable RequestFailure> shortage = demand.isNone() ? NONE_ASKED : new CompletableFuture<>();
        reply.whenComplete((result, error) -> received(call, result, error, shortage));
        wire.add(call.command(reply));
        if (!demand.isNone()) {
            awaitReplicas(demand, shortage);
        }
    }

    /**
     * On this connection, since WAIT waits for what was written by it. It compares positions in the replication stream,
     * which mean something else when the server was demoted and promoted again; so the server is asked which master it is
     * before and after, the last call's second answer being the next one's first.
     */
    private void awaitReplicas(Demand demand, CompletableFuture<@Nullable RequestFailure> shortage) {
        CompletableFuture<Integer> confirmations = new CompletableFuture<>();
        CompletableFuture<Map<String, String>> before = Objects.requireNonNull(epoch);
        wire.add(new CommandData<>(confirmations, StringCodec.INSTANCE, RedisCommands.WAIT, new Object[] {
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
        wire.add(new CommandData<>(info, StringCodec.INSTANCE, RedisCommands.INFO_REPLICATION, new Object[0]));
        return info;
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
            again.accept(call);
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
        if (oldest != null && watching.compareAndSet(false, true)) {
            checkLater(oldest.sentAt() + requestTimeoutNanos - time.nanos());
        }
    }

    private void checkLater(long delayNanos) {
        time.schedule(delayNanos, () -> Loops.run(channel.eventLoop(), this::check));
    }

    private void check() {
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
            watching.set(false);
            watch();
        }
    }

    /** Closes without delivering what the operating system has not sent yet; on the event loop. */
    void close() {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        connection.closeAsync();
    }

    private void failAll() {
        ended = true;
        Throwable cause = trouble;
        String what = silent
                ? "Redis gave no answer for the requestTimeout of " + requestTimeoutNanos / 1_000_000
                        + " ms, so the connection was closed; is the server overloaded or the network broken?"
                : cause != null
                        ? "the connection was closed because the Redis client failed: " + cause
                        : "the connection was closed before the answer came; has the server been stopped?";
        ScriptCall call = pending.poll();
        while (call != null) {
            call.answer().completeExceptionally(RequestFailure.unknown(Effect.UNKNOWN_CLOSED, what, cause));
            call = pending.poll();
        }
    }
}
