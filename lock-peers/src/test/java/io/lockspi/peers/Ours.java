package io.lockspi.peers;

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
                .withNodes(new RedisNodes(one.servers()))
                .withCloser(one::close);
    }

    private static Subject redlock() {
        RedisGroup five = RedisGroup.start(5);
        return ProviderSubject.of("redlock://" + five.hosts())
                .named("lockspi-redlock")
                .withNodes(new RedisNodes(five.servers()))
                .withCloser(five::close);
    }

    private static Subject zooKeeper() {
        // Sessions that outlast the start of three JVMs on a busy machine; the lease ends claims before.
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.builder()
                .size(3)
                .config("maxSessionTimeout=120000")
                .start();
        return ProviderSubject.of(ensemble.uri() + "?sessionTimeout=60s")
                .named("lockspi-zookeeper")
                .withNodes(new ZooKeeperNodes(ensemble))
                .withCloser(ensemble::close);
    }
}
