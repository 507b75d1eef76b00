package io.lockspi.redis.node;

import io.lockspi.spi.TimeSource;
import io.netty.channel.EventLoop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.redisson.client.BaseRedisPubSubListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.pubsub.PubSubType;

/**
 * The one SUBSCRIBE of a client, on its own connection. Begun by the first waiting attempt and begun again by a later one
 * when the connection is gone; without it waiters still poll. State is confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class Subscription {
    private static final Logger LOG = System.getLogger(Subscription.class.getName());
    private static final long MAX_BACK_OFF_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long FIRST_BACK_OFF_NANOS = Duration.ofSeconds(1).toNanos();

    private final EventLoop loop;
    private final Dialer dialer;
    private final TimeSource time;
    private final long silenceNanos;

    /** When {@link #ensure} has to look again; the only state that other threads read. */
    private volatile long quietUntil;

    private volatile boolean quiet;
    private @Nullable RedisPubSubConnection connection;
    private boolean opening;
    private boolean confirmed;
    private boolean closed;
    private long backOffNanos = FIRST_BACK_OFF_NANOS;

    Subscription(EventLoop loop, Dialer dialer, TimeSource time, Duration requestTimeout) {
        this.loop = loop;
        this.dialer = dialer;
        this.time = time;
        this.silenceNanos = requestTimeout.toNanos();
    }

    /** Opens the subscription if there is none, and sees now and then whether it is alive. From any thread. */
    void ensure(Mailbox mailbox) {
        if (quiet && quietUntil - time.nanos() > 0) {
            return;
        }
        Loops.run(loop, () -> look(mailbox));
    }

    private void look(Mailbox mailbox) {
        if (closed || opening || (quiet && quietUntil - time.nanos() > 0)) {
            return;
        }
        beQuiet(silenceNanos);
        if (connection != null && connection.getChannel().isActive()) {
            ping(connection);
        } else {
            open(mailbox);
        }
    }

    private void beQuiet(long nanos) {
        quietUntil = time.nanos() + nanos;
        quiet = true;
    }

    private void open(Mailbox mailbox) {
        opening = true;
        confirmed = false;
        dialer.dialForMessages()
                .whenComplete((opened, error) -> Loops.run(loop, () -> {
                    if (opened == null) {
                        failed(String.valueOf(error == null ? "closed" : error.getMessage()));
                    } else {
                        subscribe(opened, mailbox);
                    }
                }));
    }

    private void subscribe(RedisPubSubConnection opened, Mailbox mailbox) {
        connection = opened;
        if (closed) {
            close();
            return;
        }
        ChannelName channel = new ChannelName(mailbox.name());
        opened.addListener(channel, new Ear(mailbox));
        opened.getChannel().closeFuture().addListener(end -> ended());
        opened.subscribe(StringCodec.INSTANCE, channel);
        closeUnless(opened, () -> confirmed);
    }

    /** Tells a dead connection from a quiet one. */
    private void ping(RedisPubSubConnection open) {
        CompletableFuture<String> pong = new CompletableFuture<>();
        open.send(new CommandData<>(pong, StringCodec.INSTANCE, RedisCommands.PING, new Object[0]));
        closeUnless(open, pong::isDone);
    }

    private void closeUnless(RedisPubSubConnection open, BooleanSupplier answered) {
        time.schedule(
                silenceNanos,
                () -> Loops.run(loop, () -> {
                    if (!answered.getAsBoolean()) {
                        open.closeAsync();
                    }
                }));
    }

    private void ended() {
        connection = null;
        if (opening) {
            failed("SUBSCRIBE was not confirmed; does the user have the right to the channels?");
        } else if (!closed) {
            quiet = false;
        }
    }

    private void failed(String why) {
        opening = false;
        if (closed) {
            return;
        }
        Level level = backOffNanos == FIRST_BACK_OFF_NANOS ? Level.WARNING : Level.DEBUG;
        LOG.log(level, "no subscription to releases, waiters poll instead: " + why);
        beQuiet(backOffNanos);
        backOffNanos = Math.min(2 * backOffNanos, MAX_BACK_OFF_NANOS);
    }

    private void confirmed(Mailbox mailbox) {
        opening = false;
        confirmed = true;
        backOffNanos = FIRST_BACK_OFF_NANOS;
        mailbox.subscribed();
    }

    /** On the event loop only. */
    void close() {
        closed = true;
        if (connection != null) {
            connection.closeAsync();
        }
    }

    /** Hears what Redisson delivers, which it does on the event loop. */
    private final class Ear extends BaseRedisPubSubListener {
        private final Mailbox mailbox;

        Ear(Mailbox mailbox) {
            this.mailbox = mailbox;
        }

        @Override
        public void onMessage(CharSequence channel, Object message) {
            mailbox.received(message.toString());
        }

        @Override
        public void onStatus(PubSubType type, CharSequence channel) {
            if (type == PubSubType.SUBSCRIBE) {
                confirmed(mailbox);
            }
        }
    }
}
