package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Store;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The servers of a run, used by nobody else. Each kind is started when it is first needed. For one thread. */
public final class Stores implements AutoCloseable {
    private final Starter starter;
    private final Deque<Runnable> closers = new ArrayDeque<>();
    private @Nullable RedisServer redis;
    private @Nullable RedisGroup redlock;
    private @Nullable ZooKeeperEnsemble zooKeeper;

    /** Starts servers. */
    public interface Starter {
        /**
         * One Redis.
         *
         * @return closed by who asked
         */
        RedisServer redis();

        /**
         * Independent Redis servers.
         *
         * @return closed by who asked
         */
        RedisGroup redlock();

        /**
         * A ZooKeeper ensemble.
         *
         * @return closed by who asked
         */
        ZooKeeperEnsemble zooKeeper();
    }

    /**
     * Servers that do not run yet.
     *
     * @param starter starts them
     */
    public Stores(Starter starter) {
        this.starter = starter;
    }

    RedisServer redis() {
        if (redis == null) {
            redis = starter.redis();
            closers.push(redis::close);
        }
        return redis;
    }

    private RedisGroup redlock() {
        if (redlock == null) {
            redlock = starter.redlock();
            closers.push(redlock::close);
        }
        return redlock;
    }

    private ZooKeeperEnsemble zooKeeper() {
        if (zooKeeper == null) {
            zooKeeper = starter.zooKeeper();
            closers.push(zooKeeper::close);
        }
        return zooKeeper;
    }

    URI uri(Store store) {
        return switch (store) {
            case REDIS -> redis().uri();
            case REDLOCK -> URI.create("redlock://" + redlock().hosts());
            case ZOOKEEPER -> leader();
        };
    }

    /** A follower's clients wait for a hop more, and chance is not to decide whose clients they are. */
    private URI leader() {
        return URI.create("zookeeper://127.0.0.1:" + zooKeeper().leader().port());
    }

    /** How many requests the servers have received from clients so far; 0 where nobody asks. */
    long requests(Store store) {
        // Redis counts as well, but a script's own commands among them; the wiretap tells them apart.
        return store != Store.ZOOKEEPER
                ? 0
                : zooKeeper().servers().stream()
                        .mapToLong(server -> server.count("zk_packets_received"))
                        .sum();
    }

    /** How many of these are made by asking how many there are. */
    long requestsOfOneLook(Store store) {
        long before = requests(store);
        return requests(store) - before;
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
    }
}
