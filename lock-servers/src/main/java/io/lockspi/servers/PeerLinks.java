package io.lockspi.servers;

import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How followers reach their leader: directly, or each by fault proxies of its own. Elections go directly in any case: the
 * servers tell one another their own election ports.
 */
final class PeerLinks implements AutoCloseable {

    /**
     * A follower asks its new leader a little before that listens. Refused it asks again; after a connection that ends at once
     * it goes back to the election, and the ensemble is without a leader for many seconds.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private record Link(int from, int to) {}

    private final List<ZooKeeperPorts> all;
    private final Map<Link, FaultProxy> proxies = new HashMap<>();

    PeerLinks(List<ZooKeeperPorts> all, boolean proxied) {
        this.all = all;
        for (int from = 0; proxied && from < all.size(); from++) {
            for (int to = 0; to < all.size(); to++) {
                if (from != to) {
                    int port = all.get(to).quorum();
                    proxies.put(new Link(from, to), FaultProxy.patientTo("127.0.0.1", port, Framing.RAW, PATIENCE));
                }
            }
        }
    }

    /** The port by which one server reaches another that leads. */
    int port(int from, int to) {
        FaultProxy proxy = proxies.get(new Link(from, to));
        return proxy == null ? all.get(to).quorum() : proxy.port();
    }

    /** Swallows everything between one server and the others. */
    void cut(int server) {
        between(server, FaultProxy::blackHole);
    }

    /** Lets one server and the others talk again, over new connections. */
    void heal(int server) {
        between(server, proxy -> {
            proxy.cut(Cut.RST);
            proxy.heal();
        });
    }

    private void between(int server, Consumer<FaultProxy> action) {
        if (proxies.isEmpty()) {
            throw new IllegalStateException(
                    "The servers of this ensemble reach one another directly; start three or five"
                            + " with peerProxies()");
        }
        proxies.forEach((link, proxy) -> {
            if (link.from() == server || link.to() == server) {
                action.accept(proxy);
            }
        });
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultProxy::close);
    }
}
