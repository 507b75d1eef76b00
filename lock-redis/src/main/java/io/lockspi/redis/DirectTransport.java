package io.lockspi.redis;

import io.lockspi.spi.SpiContext;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Own connections to one server, all served by one thread, which starts with the first request. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // closing waits for the whole group
final class DirectTransport implements RedisTransport {
    private static final long CLOSE_SECONDS = 3;

    private final RedisOptions options;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final DnsAddressResolverGroup resolver;
    private final List<Lane> lanes = new ArrayList<>();
    private final Subscription subscription;

    DirectTransport(RedisOptions options, SpiContext context) {
        this.options = options;
        DefaultThreadFactory threads = new DefaultThreadFactory("lockspi-redis-" + options.host(), true);
        this.group = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
        this.loop = group.next();
        this.resolver = new DnsAddressResolverGroup(
                NioDatagramChannel.class, DnsServerAddressStreamProviders.platformDefault());
        Dialer dialer = new Dialer(options, context.time(), group, resolver);
        for (int i = 0; i < options.connections(); i++) {
            lanes.add(new Lane(loop, dialer, context.time(), context.requestTimeout()));
        }
        this.subscription = new Subscription(loop, dialer, context.time(), context.requestTimeout());
    }

    static RequestFailure closed() {
        return RequestFailure.notSent("the lock service is closed", null);
    }

    @Override
    public CompletionStage<List<Object>> eval(String lockName, Script script, List<String> keys, List<String> args) {
        ScriptCall call = new ScriptCall(script, keys, args);
        Lane lane = lanes.get(lane(lockName));
        if (!Loops.run(loop, () -> submit(lane, call))) {
            call.answer().completeExceptionally(closed());
        }
        return call.answer();
    }

    private static void submit(Lane lane, ScriptCall call) {
        try {
            lane.submit(call);
        } catch (RuntimeException | LinkageError broken) {
            // Otherwise only the event loop's log would tell, and the caller would wait for its time-out.
            call.answer().completeExceptionally(RequestFailure.notSent("the Redis client failed: " + broken, broken));
        }
    }

    @Override
    public boolean ordered() {
        return true;
    }

    @Override
    public int lane(String lockName) {
        return Math.floorMod(lockName.hashCode(), lanes.size());
    }

    @Override
    public void listen(Mailbox mailbox) {
        subscription.ensure(mailbox);
    }

    @Override
    public String channel(Mailbox mailbox) {
        return mailbox.name();
    }

    @Override
    public String where() {
        return options.where();
    }

    @Override
    public void close() {
        if (!Loops.run(loop, this::closeOnLoop)) {
            return;
        }
        if (!loop.inEventLoop()) {
            awaitEnd();
        }
    }

    /** The group is shut down last, because from then on it closes connections before it looks at earlier tasks. */
    private void closeOnLoop() {
        lanes.forEach(Lane::close);
        subscription.close();
        resolver.close();
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    private void awaitEnd() {
        boolean interrupted = false;
        try {
            group.terminationFuture().await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
