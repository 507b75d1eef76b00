package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.lab.kit.Evictions;
import io.lockspi.lab.kit.Hooks;
import io.lockspi.local.LocalLocks;
import io.lockspi.redis.RedisAddresses;
import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisCluster;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisSentinels;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerBuilder;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.util.function.UnaryOperator;

/**
 * What {@code lab tck} judges: for each back end its servers, with the means to disturb them. One method for each, so that a
 * back end that gets more means gets them here.
 */
final class JudgedServers {
    private static final String LOCAL_STORE = "lab";

    private JudgedServers() {}

    /** The back end in memory; it has no servers. */
    static Subject local() {
        return local(ProviderSubject.of("local:" + LOCAL_STORE), LOCAL_STORE);
    }

    private static ProviderSubject local(ProviderSubject subject, String store) {
        return subject.withEviction(name -> LocalLocks.expire(store, name));
    }

    /** One Redis, which forgets everything when it is killed. */
    static Subject redis(Servers servers) {
        RedisServer server = RedisStarter.server(servers);
        return ProviderSubject.of(server.uri().toString())
                .withEviction(Evictions.from(server))
                .withNodes(server.nodes())
                .withCloser(server::close);
    }

    /** A master with two replicas, which three Sentinels watch. They give every write to the operating system. */
    static Subject redisSentinel(Servers servers) {
        RedisSentinels sentinels = RedisStarter.sentinels(servers, JudgedServers::toTheSystem);
        return ProviderSubject.of(RedisStarter.uri(sentinels))
                .named("redis-sentinel")
                .withDetour(sentinels.addresses(), JudgedServers::detour)
                .withEviction(Evictions.from(sentinels))
                .withNodes(sentinels.nodes())
                .withCloser(sentinels::close);
    }

    /** A cluster of three masters, each with a replica. They give every write to the operating system. */
    static Subject redisCluster(Servers servers) {
        RedisCluster cluster = RedisStarter.cluster(servers, JudgedServers::toTheSystem);
        return ProviderSubject.of(RedisStarter.uri(cluster))
                .named("redis-cluster")
                .withDetour(cluster.addresses(), JudgedServers::detour)
                .withEviction(Evictions.from(cluster))
                .withNodes(cluster.nodes())
                .withCloser(cluster::close);
    }

    private static RedisServerBuilder toTheSystem(RedisServerBuilder server) {
        return server.persistence(Persistence.AOF).config("appendfsync no");
    }

    private static LockConfig detour(LockConfig config, UnaryOperator<LockConfig.Host> doors) {
        return config.withAttachment(RedisAddresses.class, doors::apply);
    }

    /**
     * Five independent Redis servers. They give every write to the operating system before they answer, which outlives a
     * kill; against a loss of power {@code restart=serve} demands {@code appendfsync always}.
     */
    static Subject redlock(Servers servers) {
        RedisGroup group = RedisStarter.group(servers, JudgedServers::toTheSystem);
        return ProviderSubject.of("redlock://" + group.hosts() + "?restart=serve&nodeTimeout=1s")
                .withRequestTimeoutOptions("nodeTimeout")
                .withEviction(Evictions.from(group))
                .withNodes(group.nodes())
                .withCloser(group::close);
    }

    /** Three ZooKeeper servers. How soon a dead client is missed is decided by its session's timeout. */
    static Subject zooKeeper(Servers servers) {
        ZooKeeperEnsemble ensemble = ZooKeeperStarter.ensemble(
                servers, builder -> builder.peerProxies().config("maxSessionTimeout=600000"));
        return ProviderSubject.of(ensemble.uri() + ZooKeeperStarter.TICK_OPTION)
                .withLeaseOption("sessionTimeout", 2)
                .withEviction(Evictions.from(ensemble))
                .withNodes(ensemble.nodes())
                .withCloser(ensemble::close);
    }

    /**
     * A user's own servers.
     *
     * @param uri how to reach them
     * @param hooks how to disturb them
     * @param keepsData whether a killed server comes back with its data
     */
    static Subject existing(String uri, Hooks hooks, boolean keepsData) {
        LockConfig config = LockCheck.read(uri);
        ProviderSubject subject = ProviderSubject.of(uri);
        if (config.algorithm().equals(Backend.IN_ONE_JVM)) {
            subject = local(subject, config.path().isEmpty() ? LocalLocks.DEFAULT_STORE : config.path());
        }
        if (hooks.eviction().isPresent()) {
            subject = subject.withEviction(hooks.eviction().get());
        }
        return hooks.nodes(config, keepsData).map(subject::withNodes).orElse(subject);
    }
}
