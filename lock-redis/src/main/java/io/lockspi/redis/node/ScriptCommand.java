package io.lockspi.redis.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.decoder.ObjectListReplayDecoder;

/** A script for Redisson's client to send, whose words are put together only by who encodes it. */
final class ScriptCommand extends CommandData<List<Object>, Object> {
    private static final RedisCommand<List<Object>> EVALSHA =
            new RedisCommand<>("EVALSHA", new ObjectListReplayDecoder<Object>());
    private static final RedisCommand<List<Object>> EVAL =
            new RedisCommand<>("EVAL", new ObjectListReplayDecoder<Object>());

    private final String script;
    private final List<String> keys;
    private final List<String> args;

    private ScriptCommand(
            CompletableFuture<Object> reply,
            RedisCommand<List<Object>> command,
            String script,
            List<String> keys,
            List<String> args) {
        super(reply, StringCodec.INSTANCE, command, new Object[0]);
        this.script = script;
        this.keys = keys;
        this.args = args;
    }

    /** Names the script by its hash. */
    static ScriptCommand byHash(
            CompletableFuture<Object> reply, NodeScript script, List<String> keys, List<String> args) {
        return new ScriptCommand(reply, EVALSHA, script.sha(), keys, args);
    }

    /** Brings the script along. */
    static ScriptCommand withText(
            CompletableFuture<Object> reply, NodeScript script, List<String> keys, List<String> args) {
        return new ScriptCommand(reply, EVAL, script.text(), keys, args);
    }

    /** For Redisson's own encoder, should it come to that. */
    @Override
    public Object[] getParams() {
        List<Object> params = new ArrayList<>(2 + keys.size() + args.size());
        params.add(script);
        params.add(keys.size());
        params.addAll(keys);
        params.addAll(args);
        return params.toArray();
    }

    /** Writes the request. */
    void write(RespWords words) {
        words.begin(3 + keys.size() + args.size());
        words.word(getCommand().getName()).word(script).word(Integer.toString(keys.size()));
        for (String key : keys) {
            words.word(key);
        }
        for (String arg : args) {
            words.word(arg);
        }
    }
}
