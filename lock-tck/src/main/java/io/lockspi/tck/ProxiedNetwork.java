package io.lockspi.tck;

import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Mode;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Puts a proxy in front of every server. For stores whose clients talk to the servers that they were given, and to no other
 * that those tell them of unless the opener sees to it that they take the proxies there too. Immutable.
 */
public final class ProxiedNetwork implements NetworkFaults {
    private final List<InetSocketAddress> servers;
    private final Opener opener;

    /** Opens a client. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Opens a client that reaches the servers through the proxies only.
         *
         * @param doors where the proxies listen, in the order of the servers; resolve them by name and port
         * @param lease as for {@link Subject#open}
         * @param requestTimeout how long the client waits for one answer, if that can be chosen
         * @return a new client
         */
        LockClient open(List<InetSocketAddress> doors, Duration lease, Duration requestTimeout);
    }

    /**
     * Makes the hook.
     *
     * @param servers all servers of the store; resolved or not
     * @param opener opens a client
     */
    public ProxiedNetwork(List<InetSocketAddress> servers, Opener opener) {
        this.servers = List.copyOf(servers);
        this.opener = opener;
    }

    @Override
    public Link open(Duration lease, Duration requestTimeout) {
        List<FaultProxy> proxies = servers.stream()
                .map(server -> FaultProxy.to(server.getHostString(), server.getPort(), Framing.RAW))
                .toList();
        List<InetSocketAddress> doors = proxies.stream()
                .map(proxy -> InetSocketAddress.createUnresolved(proxy.host(), proxy.port()))
                .toList();
        return new ProxyLink(opener.open(doors, lease, requestTimeout), proxies, new AtomicBoolean());
    }

    /** A path; {@code lossy} once bytes were swallowed, after which no connection can go on as it was. */
    private record ProxyLink(LockClient client, List<FaultProxy> proxies, AtomicBoolean lossy) implements Link {

        private void each(Consumer<FaultProxy> fault) {
            proxies.forEach(fault);
        }

        @Override
        public void silence() {
            lossy.set(true);
            each(FaultProxy::blackHole);
        }

        @Override
        public void loseAnswers() {
            lossy.set(true);
            each(proxy -> proxy.set(Direction.REPLIES, Mode.DROP));
        }

        @Override
        public void delayAnswers(Duration delay) {
            each(proxy -> proxy.set(Direction.REPLIES, Mode.delay(delay)));
        }

        @Override
        public void cut() {
            each(proxy -> proxy.cut(Cut.RST));
        }

        @Override
        public void refuse() {
            each(ProxyLink::refuse);
        }

        @Override
        public void refuse(int node) {
            refuse(proxies.get(node));
        }

        private static void refuse(FaultProxy proxy) {
            proxy.refuseConnections();
            proxy.cut(Cut.RST);
        }

        @Override
        public void heal() {
            if (lossy.getAndSet(false)) {
                // TCP loses the end of a stream or nothing, never something in between.
                each(proxy -> proxy.cut(Cut.RST));
            }
            each(FaultProxy::heal);
        }

        @Override
        public void close() {
            client.close();
            each(FaultProxy::close);
        }
    }
}
