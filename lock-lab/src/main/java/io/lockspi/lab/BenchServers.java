package io.lockspi.lab;

import io.lockspi.lab.bench.Stores;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.time.Duration;

/**
 * Starts what the benchmark measures on.
 *
 * @param servers where they come from
 */
record BenchServers(Servers servers) implements Stores.Starter {
    /** ZooKeeper's default, so that sessions last as long as clients ask by default. */
    private static final Duration TICK = Duration.ofSeconds(2);

    @Override
    public RedisServer redis() {
        return RedisStarter.server(servers);
    }

    @Override
    public RedisGroup redlock() {
        return RedisStarter.group(servers, builder -> builder);
    }

    @Override
    public ZooKeeperEnsemble zooKeeper() {
        return ZooKeeperStarter.ensemble(servers, builder -> builder.tick(TICK));
    }
}
