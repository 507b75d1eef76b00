package io.lockspi.redis.node;

import io.lockspi.spi.SpiContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Own connections to one server, opened when first needed, all served by one thread. Thread-safe. */
public final class DirectTransport implements RedisTransport {
    private final NodeOptions options;
    private final NodeLoop loop;
    private final boolean ownsLoop;
    private final Demand demand;
    private final List<Lane> lanes = new ArrayList<>();
    private final Subscription subscription;

    private DirectTransport(NodeOptions options, SpiContext context, NodeLoop loop, boolean ownsLoop, Demand demand) {
        this.options = options;
        this.loop = loop;
        this.ownsLoop = ownsLoop;
        this.demand = demand;
        Dialer dialer = new Dialer(options, context.time(), loop.group(), loop.resolver());
        for (int i = 0; i < options.connections(); i++) {
            lanes.add(new Lane(loop.eventLoop(), dialer, context.time(), context.requestTimeout()));
        }
        this.subscription = new Subscription(loop.eventLoop(), dialer, context.time(), context.requestTimeout());
    }

    /**
     * A transport with a thread of its own, which starts with the first request. Does no I/O.
     *
     * @param options how to reach the server
     * @param replicas how many of its replicas must confirm what is to be confirmed; a number
     * @param context for time and time-outs
     */
    public static DirectTransport alone(NodeOptions options, ReplicaDemand replicas, SpiContext context) {
        Demand demand = replicas.of(0, context.requestTimeout());
        return new DirectTransport(options, context, new NodeLoop("lockspi-redis-" + options.host()), true, demand);
    }

    /**
     * A transport that shares its thread with others. Does no I/O.
     *
     * @param options how to reach the server
     * @param context for time and time-outs
     * @param loop the thread; closed by its owner, after {@link #closeOnLoop}
     */
    public static DirectTransport on(NodeLoop loop, NodeOptions options, SpiContext context) {
        return new DirectTransport(options, context, loop, false, Demand.NONE);
    }

    static RequestFailure closed() {
        return RequestFailure.notSent("the lock service is closed", null);
    }

    @Override
    public CompletionStage<List<Object>> eval(
            String lockName, NodeScript script, List<String> keys, List<String> args) {
        return send(lockName, new ScriptCall(script, keys, args, false, Demand.NONE))
                .thenApply(Reply::values);
    }

    @Override
    public CompletionStage<Reply> evalConfirmed(
            String lockName, NodeScript script, List<String> keys, List<String> args) {
        return send(lockName, new ScriptCall(script, keys, args, false, demand));
    }

    /** Sends a call over the connection of its lock. */
    CompletionStage<Reply> send(String lockName, ScriptCall call) {
        lanes.get(lane(lockName)).submit(call);
        return call.answer();
    }

    @Override
    public boolean batches() {
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
        if (ownsLoop) {
            loop.close(this::closeOnLoop);
        } else {
            loop.run(this::closeOnLoop);
        }
    }

    /** Closes the connections; on the loop's thread only. Idempotent. */
    public void closeOnLoop() {
        lanes.forEach(Lane::close);
        subscription.close();
    }
}
