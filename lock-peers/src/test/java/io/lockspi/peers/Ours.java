package io.lockspi.peers;

import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.util.function.Supplier;

/** Our own back ends on the servers that the peers have, for the rules about servers. */
@SuppressWarnings("ImmutableEnumChecker") // a method reference without state
enum Ours {
    REDIS("lockspi-redis", Ours::redis),
    REDLOCK("lockspi-redlock", Ours::redlock),
    ZOOKEEPER("lockspi-zookeeper", Ours::zooKeeper);

    private final String id;
    private final Supplier<Subject> starter;

    Ours(String id, Supplier<Subject> starter) {
        this.id = id;
        this.starter = starter;
    }

    String id() {
        return id;
    }

    Subject start() {
        return starter.get();
    }

    private static Subject redis() {
        RedisGroup one = RedisGroup.start(1);
        return ProviderSubject.of("redis://" + one.hosts())
                .named("lockspi-redis")
                .withNodes(one.nodes())
                .withCloser(one::close);
    }

    private static Subject redlock() {
        RedisGroup five = RedisGroup.start(
                5, server -> server.persistence(Persistence.AOF).config("appendfsync no"));
        return ProviderSubject.of("redlock://" + five.hosts() + "?restart=serve&nodeTimeout=1s")
                .named("lockspi-redlock")
                .withRequestTimeoutOptions("nodeTimeout")
                .withNodes(five.nodes())
                .withCloser(five::close);
    }

    private static Subject zooKeeper() {
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.builder()
                .size(3)
                .peerProxies()
                .config("maxSessionTimeout=120000")
                .start();
        return ProviderSubject.of(ensemble.uri() + "?tick=500ms")
                .named("lockspi-zookeeper")
                .withLeaseOption("sessionTimeout", 2)
                .withNodes(ensemble.nodes())
                .withCloser(ensemble::close);
    }
}
