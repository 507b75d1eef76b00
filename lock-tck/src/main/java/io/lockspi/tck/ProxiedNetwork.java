package io.lockspi.tck;

import io.lockspi.LockConfig;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Mode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Puts a proxy in front of every host of a URI. For stores whose clients talk to the hosts that the URI names. */
final class ProxiedNetwork implements NetworkFaults {
    private final BiFunction<Duration, Duration, LockConfig> configs;
    private final Function<LockConfig, LockClient> opener;

    ProxiedNetwork(BiFunction<Duration, Duration, LockConfig> configs, Function<LockConfig, LockClient> opener) {
        this.configs = configs;
        this.opener = opener;
    }

    /** Whether the URI names every host with its port. */
    static boolean isPossible(LockConfig config) {
        return !config.hosts().isEmpty() && config.hosts().stream().allMatch(host -> host.port() > 0);
    }

    @Override
    public Link open(Duration lease, Duration requestTimeout) {
        LockConfig config = configs.apply(lease, requestTimeout);
        List<FaultProxy> proxies = config.hosts().stream()
                .map(host -> FaultProxy.to(host.name(), host.port(), Framing.RAW))
                .toList();
        List<LockConfig.Host> doors = proxies.stream()
                .map(proxy -> new LockConfig.Host(proxy.host(), proxy.port()))
                .toList();
        return new ProxyLink(opener.apply(config.withHosts(doors)), proxies, new AtomicBoolean());
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
