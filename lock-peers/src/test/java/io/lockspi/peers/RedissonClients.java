package io.lockspi.peers;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;

/** Opens Redisson as its documentation says, with fewer threads and idle connections, since the kit opens many clients. */
final class RedissonClients {
    private RedissonClients() {}

    /**
     * Opens a client of one server.
     *
     * @param server {@code host:port}
     * @param lease what the watchdog renews locks for
     * @param requestTimeout how long to wait for one answer, or {@code null} for Redisson's default
     */
    static RedissonClient open(String server, Duration lease, @Nullable Duration requestTimeout) {
        Config config = new Config();
        config.setLockWatchdogTimeout(lease.toMillis()).setThreads(4).setNettyThreads(4);
        SingleServerConfig one =
                config.useSingleServer().setAddress("redis://" + server).setConnectionMinimumIdleSize(2);
        if (requestTimeout != null) {
            one.setTimeout((int) requestTimeout.toMillis());
        }
        return Redisson.create(config);
    }
}
