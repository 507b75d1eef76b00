package io.lockspi.lab.bench.subject;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.URI;
import java.time.Duration;

/** The bare commands on Lettuce: one connection that all threads share. */
record LettuceFloor(RedisClient client, RedisCommands<String, String> commands, String deleteOwn)
        implements LockClient {
    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        RedisClient client = RedisClient.create(uri.toString());
        RedisCommands<String, String> commands = client.connect().sync();
        return new LettuceFloor(client, commands, commands.scriptLoad(Floor.DELETE_OWN));
    }

    @Override
    public TimedLock lock(String name) {
        String owner = Floor.newOwner();
        String[] keys = {name};
        return new TimedLock() {
            @Override
            public long lock() {
                if (!"OK".equals(commands.set(name, owner, SetArgs.Builder.nx().px(Floor.LEASE_MILLIS)))) {
                    throw Floor.held(name);
                }
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                Long deleted = commands.evalsha(deleteOwn, ScriptOutputType.INTEGER, keys, owner);
                if (deleted != 1) {
                    throw Floor.gone(name);
                }
            }
        };
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
