package io.lockspi.redlock;

import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.LockTck;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;

/**
 * The kit on five real Redis servers. They give every write to the operating system before they answer, which outlives a
 * kill; against a loss of power restart=serve demands appendfsync always.
 */
class RedlockTckTest extends LockTck {
    /**
     * As if somebody else had had the lock meanwhile. A claim whose key is only gone comes back with the next renewal, as it
     * must after a restart; the floor beside the counter says that others were there.
     */
    private static final String EVICT = """
            redis.call('DEL', KEYS[1])
            local last, rest = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+)(:%w+:)')
            if last then
              local next = string.format('%.0f', tonumber(last) + 1)
              redis.call('SET', KEYS[2], next .. rest .. next .. ':' .. next, 'KEEPTTL')
            end
            """;

    @Override
    protected Subject subject() {
        RedisGroup group = RedisGroup.start(
                5, server -> server.persistence(Persistence.AOF).config("appendfsync no"));
        return ProviderSubject.of("redlock://" + group.hosts() + "?restart=serve&nodeTimeout=1s")
                .withRequestTimeoutOptions("nodeTimeout")
                .withEviction(name -> evict(group, name))
                .withNodes(group.nodes())
                .withCloser(group::close);
    }

    private static void evict(RedisGroup group, String name) {
        for (RedisServer server : group.servers()) {
            NodeKeys keys = NodeKeys.of("lockspi:redlock", name);
            server.command("EVAL", EVICT, "2", keys.lock(), keys.fence());
        }
    }
}
