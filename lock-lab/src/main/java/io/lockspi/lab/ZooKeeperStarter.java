package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.servers.ServerStartException;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.time.Duration;

/** Starts three ZooKeeper servers for the lab. */
final class ZooKeeperStarter {
    private static final int SERVERS = 3;
    private static final Duration TICK = Duration.ofMillis(250);

    /** A seller that dies is missed after about the shortest lease that the lab is used with. */
    private static final String OPTIONS = "?sessionTimeout=2s&tick=" + TICK.toMillis() + "ms";

    private ZooKeeperStarter() {}

    /**
     * Starts an ensemble that ends with this JVM.
     *
     * @throws BadInputException if it cannot be started as asked
     */
    static RunningServer start(Servers servers) {
        if (servers == Servers.CONTAINERS) {
            throw new BadInputException(
                    "ZooKeeper servers are started as processes only; leave out --servers containers.");
        }
        try {
            ZooKeeperEnsemble ensemble =
                    ZooKeeperEnsemble.builder().size(SERVERS).tick(TICK).start();
            return new RunningServer(ensemble.uri() + OPTIONS, ensemble::close, () -> killLeader(ensemble));
        } catch (ServerStartException refused) {
            throw new BadInputException(ErrorText.of(refused));
        }
    }

    /** One of three is a minority, and the leader is the one that the others miss most. */
    private static int killLeader(ZooKeeperEnsemble ensemble) {
        ensemble.leader().kill();
        return 1;
    }
}
