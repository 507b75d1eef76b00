package io.lockspi.servers;

import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How the servers of an ensemble reach one another: directly, or each by fault proxies of its own. */
final class PeerLinks implements AutoCloseable {

    private record Link(int from, int toPort) {}

    private final boolean proxied;
    private final Map<Link, FaultProxy> proxies = new HashMap<>();
    private final Map<Integer, Integer> ownerOfPort = new HashMap<>();

    PeerLinks(List<ZooKeeperPorts> all, boolean proxied) {
        this.proxied = proxied;
        for (int to = 0; to < all.size(); to++) {
            for (int port : List.of(all.get(to).quorum(), all.get(to).election())) {
                ownerOfPort.put(port, to);
                for (int from = 0; proxied && from < all.size(); from++) {
                    if (from != to) {
                        proxies.put(new Link(from, port), FaultProxy.to("127.0.0.1", port, Framing.RAW));
                    }
                }
            }
        }
    }

    /** The port by which one server reaches a port of another. */
    int port(int from, int port) {
        FaultProxy proxy = proxies.get(new Link(from, port));
        return proxy == null ? port : proxy.port();
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
        if (!proxied) {
            throw new IllegalStateException(
                    "The servers of this ensemble reach one another directly; start it with peerProxies()");
        }
        proxies.forEach((link, proxy) -> {
            if (link.from() == server || Integer.valueOf(server).equals(ownerOfPort.get(link.toPort()))) {
                action.accept(proxy);
            }
        });
    }

    @Override
    public void close() {
        new ArrayList<>(proxies.values()).forEach(FaultProxy::close);
    }
}
