package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ServerStartException;

/** Starts a Redis for the lab. */
final class RedisStarter {
    private RedisStarter() {}

    /**
     * Starts a server that writes nothing to disk and ends with this JVM.
     *
     * @throws BadInputException if the machine has none to offer
     */
    static RunningServer start(Servers servers) {
        RedisServer server = server(servers);
        return new RunningServer(server.uri().toString(), server::close);
    }

    /** As {@link #start}, for those who want to look into the server. */
    static RedisServer server(Servers servers) {
        try {
            return RedisServer.builder().source(servers.source()).start();
        } catch (ServerStartException refused) {
            String remedy = servers == Servers.CONTAINERS
                    ? "; is a container engine running? Without one, use --servers local"
                    : "";
            throw new BadInputException(ErrorText.of(refused) + remedy);
        }
    }
}
