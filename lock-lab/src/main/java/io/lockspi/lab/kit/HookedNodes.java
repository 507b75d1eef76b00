package io.lockspi.lab.kit;

import io.lockspi.LockConfig;
import io.lockspi.tck.NodeFaults;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Servers that the user's commands stop and start. After {@code kill} and {@code restart} it is looked whether the server
 * is really gone or back, so that a command that does nothing is found out.
 */
record HookedNodes(Map<HookName, HookCommand> commands, List<LockConfig.Host> hosts, boolean keepsData)
        implements NodeFaults {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(20);

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public void kill(int node) {
        run(HookName.KILL, node);
        await(node, false, HookName.KILL);
    }

    @Override
    public void start(int node) {
        run(HookName.RESTART, node);
        await(node, true, HookName.RESTART);
    }

    @Override
    public void pause(int node) {
        run(HookName.PAUSE, node);
    }

    @Override
    public void resume(int node) {
        run(HookName.RESUME, node);
    }

    private void run(HookName name, int node) {
        HookCommand command = commands.get(name);
        if (command == null) {
            throw new IllegalStateException("there is no hook '" + name + "'; give one with --hook " + name + "=CMD");
        }
        command.run(Map.of(Hooks.NODE_VARIABLE, Integer.toString(node)));
    }

    private void await(int node, boolean listening, HookName name) {
        LockConfig.Host host = hosts.get(node);
        if (host.port() <= 0) {
            return; // The default port is the back end's secret; the kit's own check must do.
        }
        long begun = System.nanoTime();
        while (isListening(host) != listening) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IllegalStateException("the hook '" + name + "' has run, but " + host.name() + ":"
                        + host.port() + (listening ? " refuses" : " still accepts") + " connections "
                        + PATIENCE.toSeconds() + " s later");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private static boolean isListening(LockConfig.Host host) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host.name(), host.port()), (int) TimeUnit.SECONDS.toMillis(1));
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
