package io.lockspi.redis.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.decoder.ObjectListReplayDecoder;

/** One script to run, on its way. Confined to the event loop once it is submitted. */
final class ScriptCall {
    private static final RedisCommand<List<Object>> EVALSHA =
            new RedisCommand<>("EVALSHA", new ObjectListReplayDecoder<Object>());
    private static final RedisCommand<List<Object>> EVAL =
            new RedisCommand<>("EVAL", new ObjectListReplayDecoder<Object>());

    private final NodeScript script;
    private final List<String> keys;
    private final List<String> args;
    private final boolean asking;
    private final Demand demand;
    private final CompletableFuture<Reply> answer = new CompletableFuture<>();
    private boolean withText;
    private long sentAt;

    /**
     * A call.
     *
     * @param asking whether the server is to take it though the slot is still on its way there
     * @param demand how many replicas must have what it wrote
     */
    ScriptCall(NodeScript script, List<String> keys, List<String> args, boolean asking, Demand demand) {
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.asking = asking;
        this.demand = demand;
    }

    boolean asking() {
        return asking;
    }

    Demand demand() {
        return demand;
    }

    CompletableFuture<Reply> answer() {
        return answer;
    }

    /** When it was written to a connection, by the time source. */
    long sentAt() {
        return sentAt;
    }

    void sentAt(long nanos) {
        this.sentAt = nanos;
    }

    /** Asks for the script's text to be sent. False if it was sent already. */
    boolean addText() {
        boolean added = !withText;
        withText = true;
        return added;
    }

    CommandData<List<Object>, List<Object>> command(CompletableFuture<List<Object>> reply) {
        List<Object> params = new ArrayList<>(2 + keys.size() + args.size());
        params.add(withText ? script.text() : script.sha());
        params.add(keys.size());
        params.addAll(keys);
        params.addAll(args);
        return new CommandData<>(reply, StringCodec.INSTANCE, withText ? EVAL : EVALSHA, params.toArray());
    }
}
