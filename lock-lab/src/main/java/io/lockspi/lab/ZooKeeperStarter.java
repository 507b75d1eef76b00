package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.servers.ServerStartException;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperEnsembleBuilder;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Starts three ZooKeeper servers for the lab. */
final class ZooKeeperStarter {
    private static final int SERVERS = 3;
    private static final Duration TICK = Duration.ofMillis(250);

    /** A seller that dies is missed after about the shortest lease that the lab is used with. */
    private static final String OPTIONS = "?sessionTimeout=2s&tick=" + TICK.toMillis() + "ms";

    /** For those who choose the session timeout themselves. */
    static final String TICK_OPTION = "?tick=" + TICK.toMillis() + "ms";

    private ZooKeeperStarter() {}

    /**
     * Starts an ensemble that ends with this JVM.
     *
     * @throws BadInputException if it cannot be started as asked
     */
    static RunningServer start(Servers servers) {
        ZooKeeperEnsemble ensemble = ensemble(servers, builder -> builder);
        return new RunningServer(ensemble.uri() + OPTIONS, ensemble::close, () -> killLeader(ensemble));
    }

    /** As {@link #start}, for those who want more of the servers. */
    static ZooKeeperEnsemble ensemble(Servers servers, UnaryOperator<ZooKeeperEnsembleBuilder> settings) {
        try {
            return settings.apply(ZooKeeperEnsemble.builder()
                            .source(servers.source())
                            .size(SERVERS)
                            .tick(TICK))
                    .start();
        } catch (ServerStartException refused) {
            String remedy = servers == Servers.CONTAINERS
                    ? "; does a container engine run on this machine? Without one, use --servers local"
                    : "";
            throw new BadInputException(ErrorText.of(refused) + remedy);
        }
    }

    /** One of three is a minority, and the leader is the one that the others miss most. */
    private static int killLeader(ZooKeeperEnsemble ensemble) {
        ensemble.leader().kill();
        return 1;
    }
}
