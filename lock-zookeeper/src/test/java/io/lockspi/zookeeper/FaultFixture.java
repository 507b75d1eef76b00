package io.lockspi.zookeeper;

import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import io.lockspi.tck.fault.FaultProxy;
import java.time.Duration;
import org.apache.zookeeper.ZooKeeper;

/** One server behind a proxy, for tests that cut it off; shared, and healed before each. */
final class FaultFixture {
    static final Duration TICK = Duration.ofMillis(200);
    /** For tests that wait for its end. */
    static final String SHORT_SESSION = "sessionTimeout=2s&tick=200ms";

    static final String LONG_SESSION = "sessionTimeout=20s&tick=200ms";

    static final ZooKeeperEnsemble ENSEMBLE = ZooKeeperEnsemble.builder()
            .tick(TICK)
            .clientProxies()
            .config("maxSessionTimeout=20000")
            .start();
    static final ZooKeeperServer SERVER = ENSEMBLE.servers().get(0);
    static final FaultProxy PROXY = SERVER.proxy();
    private static final Administrator ADMIN = new Administrator(SERVER);

    private FaultFixture() {}

    static void heal() {
        PROXY.heal();
    }

    static ZooKeeper admin() {
        return ADMIN.client();
    }

    /** Through the proxy. */
    static String proxied(String options) {
        return ENSEMBLE.uri() + "?" + options;
    }

    /** Past the proxy. */
    static String direct(String options) {
        return "zookeeper://127.0.0.1:" + SERVER.port() + "?" + options;
    }

    static int queued(String lock) {
        return SharedEnsemble.queue(admin(), lock).size();
    }
}
