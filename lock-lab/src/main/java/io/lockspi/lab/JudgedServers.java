package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.lab.kit.Hooks;
import io.lockspi.local.LocalLocks;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerNodes;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.util.List;

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
                .withEviction(name -> server.command("DEL", "lockspi:{" + hashTag(name) + "}:lock"))
                .withNodes(RedisServerNodes.forgetful(List.of(server)))
                .withCloser(server::close);
    }

    /** As {@code STANDARD-NAMES.md} says. */
    private static String hashTag(String name) {
        return name.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
    }

    /** Five independent Redis servers. The kit uses long leases on a busy machine. */
    static Subject redlock(Servers servers) {
        return onlyReached(RedisStarter.startGroup(servers), "&maxLease=10m");
    }

    /** Three ZooKeeper servers. */
    static Subject zooKeeper(Servers servers) {
        return onlyReached(ZooKeeperStarter.start(servers), "");
    }

    /** Servers whose network can be disturbed, and nothing else. */
    private static Subject onlyReached(RunningServer server, String moreOptions) {
        return ProviderSubject.of(server.uri() + moreOptions).withCloser(server::close);
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
