package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.servers.RedisCluster;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisSentinels;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerBuilder;
import io.lockspi.servers.ServerSource;
import io.lockspi.servers.ServerStartException;
import java.util.function.UnaryOperator;

/** Starts a Redis for the lab. */
final class RedisStarter {
    private static final int GROUP_SIZE = 5;
    /** Many JVMs and servers share few cores here. */
    private static final String BUSY_MACHINE = "?nodeTimeout=200ms";

    private RedisStarter() {}

    /**
     * Starts a server that writes nothing to disk and ends with this JVM.
     *
     * @throws BadInputException if the machine has none to offer
     */
    static RunningServer start(Servers servers) {
        RedisServer server = server(servers);
        return new RunningServer(server.uri().toString(), server::close);
    }

    /** As {@link #start}, for those who want to look into the server. */
    static RedisServer server(Servers servers) {
        try {
            return RedisServer.builder().source(servers.source()).start();
        } catch (ServerStartException refused) {
            throw unavailable(servers, refused);
        }
    }

    /**
     * Starts five independent servers for Redlock.
     *
     * @throws BadInputException if the machine has none to offer
     */
    static RunningServer startGroup(Servers servers) {
        RedisGroup group = group(servers, builder -> builder);
        return new RunningServer("redlock://" + group.hosts() + BUSY_MACHINE, group::close, group::killMinority);
    }

    /** As {@link #startGroup}, for those who want more of the servers. */
    static RedisGroup group(Servers servers, UnaryOperator<RedisServerBuilder> settings) {
        try {
            return RedisGroup.start(GROUP_SIZE, builder -> settings.apply(builder.source(servers.source())));
        } catch (ServerStartException refused) {
            throw unavailable(servers, refused);
        }
    }

    /** Starts a master with two replicas and three Sentinels. */
    static RunningServer startSentinels(Servers servers) {
        RedisSentinels sentinels = sentinels(servers, builder -> builder);
        return new RunningServer(uri(sentinels), sentinels::close);
    }

    /** As {@link #startSentinels}, for those who want more of the servers. */
    static RedisSentinels sentinels(Servers servers, UnaryOperator<RedisServerBuilder> settings) {
        UnaryOperator<RedisServerBuilder> source = builder -> builder.source(asProcesses(servers));
        try {
            return RedisSentinels.start(2, builder -> settings.apply(source.apply(builder)), source);
        } catch (ServerStartException refused) {
            throw unavailable(servers, refused);
        }
    }

    static String uri(RedisSentinels sentinels) {
        return "redis://" + sentinels.sentinelHosts() + "?topology=sentinel&masterName=" + RedisSentinels.MASTER_NAME;
    }

    /** Starts a cluster of three masters, each with a replica. */
    static RunningServer startCluster(Servers servers) {
        RedisCluster cluster = cluster(servers, builder -> builder);
        return new RunningServer(uri(cluster), cluster::close);
    }

    /** As {@link #startCluster}, for those who want more of the servers. */
    static RedisCluster cluster(Servers servers, UnaryOperator<RedisServerBuilder> settings) {
        try {
            return RedisCluster.start(true, builder -> settings.apply(builder.source(asProcesses(servers))));
        } catch (ServerStartException refused) {
            throw unavailable(servers, refused);
        }
    }

    static String uri(RedisCluster cluster) {
        return "redis://" + cluster.hosts() + "?topology=cluster";
    }

    /** Servers in containers cannot reach one another by the addresses by which clients reach them. */
    private static ServerSource asProcesses(Servers servers) {
        if (servers == Servers.CONTAINERS) {
            throw new BadInputException(
                    "Replicas, Sentinels and clusters are started as local processes only; use --servers local.");
        }
        return servers.source();
    }

    private static BadInputException unavailable(Servers servers, ServerStartException refused) {
        String remedy = servers == Servers.CONTAINERS
                ? "; is a container engine running? Without one, use --servers local"
                : "";
        return new BadInputException(ErrorText.of(refused) + remedy);
    }
}
