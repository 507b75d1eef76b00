package io.lockspi.redis.node;

import io.lockspi.spi.Attempt.Effect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.listener.StatusListener;
import org.redisson.api.options.OptionalOptions;
import org.redisson.api.options.PlainOptions;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.codec.StringCodec;

/**
 * The application's own client, whose pool sends requests in any order, and which this class never closes. Its retries
 * are off for these scripts: only the engine sends again. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners tell of the outcome
public final class RedissonTransport implements RedisTransport {
    private static final Logger LOG = System.getLogger(RedissonTransport.class.getName());

    private final RedissonClient client;
    private final RScript scripts;
    private final AtomicBoolean listening = new AtomicBoolean();
    private volatile @Nullable RTopic topic;
    private volatile boolean closed;

    /**
     * Makes the transport; does no I/O.
     *
     * @param client the application's client
     * @param requestTimeout how long one request may stay unanswered
     */
    public RedissonTransport(RedissonClient client, Duration requestTimeout) {
        this.client = client;
        this.scripts = client.getScript(OptionalOptions.defaults()
                .codec(StringCodec.INSTANCE)
                .retryAttempts(0)
                .timeout(requestTimeout));
    }

    @Override
    public CompletionStage<List<Object>> eval(
            String lockName, NodeScript script, List<String> keys, List<String> args) {
        if (closed) {
            return CompletableFuture.failedFuture(DirectTransport.closed());
        }
        // As bytes, so that a name mapper of the application's cannot give the lock another key.
        List<Object> rawKeys = new ArrayList<>(keys.size());
        keys.forEach(key -> rawKeys.add(key.getBytes(StandardCharsets.UTF_8)));
        Object[] values = args.toArray();
        CompletableFuture<List<Object>> answer = new CompletableFuture<>();
        scripts.<Object>evalShaAsync(RScript.Mode.READ_WRITE, script.sha(), RScript.ReturnType.LIST, rawKeys, values)
                .whenComplete((result, error) -> {
                    if (Dialer.unwrapped(error) instanceof RedisNoScriptException) {
                        evalText(script, rawKeys, values, answer);
                    } else {
                        finish(answer, result, error);
                    }
                });
        return answer;
    }

    private void evalText(
            NodeScript script, List<Object> keys, Object[] values, CompletableFuture<List<Object>> answer) {
        scripts.<Object>evalAsync(RScript.Mode.READ_WRITE, script.text(), RScript.ReturnType.LIST, keys, values)
                .whenComplete((result, error) -> finish(answer, result, error));
    }

    private static void finish(
            CompletableFuture<List<Object>> answer, @Nullable Object result, @Nullable Throwable error) {
        if (result != null) {
            answer.complete(Reply.list(result));
        } else {
            answer.completeExceptionally(failure(Dialer.unwrapped(error)));
        }
    }

    private static RequestFailure failure(@Nullable Throwable error) {
        if (error instanceof RedisNodeNotFoundException) {
            return RequestFailure.notSent("the application's client knows no server to ask", error);
        }
        if (error instanceof RedisException reply && ErrorReply.isFromServer(reply)) {
            return ErrorReply.toScript(reply);
        }
        return RequestFailure.unknown(Effect.UNKNOWN_OPEN, "the application's client got no answer", error);
    }

    /** The application's pool cannot send two commands over one connection, so nothing is asked of replicas. */
    @Override
    public CompletionStage<Reply> evalConfirmed(
            String lockName, NodeScript script, List<String> keys, List<String> args) {
        return eval(lockName, script, keys, args).thenApply(values -> new Reply(values, null));
    }

    @Override
    public boolean batches() {
        return false;
    }

    @Override
    public int lane(String lockName) {
        return 0;
    }

    @Override
    public String channel(Mailbox mailbox) {
        return topic(mailbox).getChannelNames().get(0);
    }

    private RTopic topic(Mailbox mailbox) {
        RTopic known = topic;
        if (known == null) {
            known = client.getTopic(PlainOptions.name(mailbox.name()).codec(StringCodec.INSTANCE));
            topic = known;
        }
        return known;
    }

    @Override
    public void listen(Mailbox mailbox) {
        if (closed || !listening.compareAndSet(false, true)) {
            return;
        }
        RTopic mail = topic(mailbox);
        CompletableFuture<Integer> messages = mail.addListenerAsync(
                        String.class, (channel, encodedName) -> mailbox.received(encodedName))
                .toCompletableFuture();
        CompletableFuture<Integer> renewals =
                mail.addListenerAsync(new Renewals(mailbox)).toCompletableFuture();
        messages.thenCombine(renewals, List::of).whenComplete((ids, error) -> listening(mailbox, ids, error));
    }

    private void listening(Mailbox mailbox, @Nullable List<Integer> ids, @Nullable Throwable error) {
        if (ids == null) {
            LOG.log(Level.WARNING, "no subscription to releases, waiters poll instead", error);
            listening.set(false);
            return;
        }
        mailbox.subscribed();
    }

    @Override
    public String where() {
        return "redis by the application's client";
    }

    @Override
    public void close() {
        closed = true;
        RTopic mail = topic;
        if (mail != null && listening.get()) {
            mail.removeAllListenersAsync();
        }
    }

    /** Hears of subscriptions that Redisson renewed. */
    private record Renewals(Mailbox mailbox) implements StatusListener {
        @Override
        public void onSubscribe(String channel) {
            mailbox.subscribed();
        }

        @Override
        public void onUnsubscribe(String channel) {}
    }
}
