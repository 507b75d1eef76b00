package io.lockspi.servers;

import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import io.lockspi.tck.fault.Message;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server behind a proxy, at whose port clients, replicas and Sentinels reach it. Its own port is for probes, which no
 * fault touches. The proxy tells replicas from clients by what they say first, so that replication can be held back for
 * certain while clients notice nothing. Thread-safe.
 */
final class GatedRedis implements AutoCloseable {
    /** A replica says how others reach it before it is sent any data. */
    private static final Pattern REPLICA = Pattern.compile("listening-port\\r\\n\\$\\d+\\r\\n(\\d+)\\r\\n");

    private final RedisServer server;
    private final FaultProxy proxy;
    private final Map<Long, Integer> replicaPorts = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, Hook> held = new HashMap<>();

    private GatedRedis(RedisServer server, FaultProxy proxy) {
        this.server = server;
        this.proxy = proxy;
        proxy.before(
                Match.request().where(GatedRedis::isReplica).andAllLater(),
                message -> replicaPorts.put(message.connection(), replicaPort(message)));
    }

    /**
     * Starts a server.
     *
     * @param port its own port
     * @param settings the caller's wishes, which win
     * @param announced makes the lines of the configuration that name the proxy's port
     */
    static GatedRedis start(int port, UnaryOperator<RedisServerBuilder> settings, IntFunction<List<String>> announced) {
        FaultProxy proxy = FaultProxy.to("127.0.0.1", port, Framing.RAW);
        try {
            RedisServerBuilder builder = RedisServer.builder();
            announced.apply(proxy.port()).forEach(builder::config);
            return new GatedRedis(settings.apply(builder).port(port).start(), proxy);
        } catch (RuntimeException e) {
            proxy.close();
            throw e;
        }
    }

    private static boolean isReplica(Message request) {
        return REPLICA.matcher(request.text()).find();
    }

    private static int replicaPort(Message request) {
        Matcher matcher = REPLICA.matcher(request.text());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    RedisServer server() {
        return server;
    }

    FaultProxy proxy() {
        return proxy;
    }

    /** Where others reach it. */
    int port() {
        return proxy.port();
    }

    InetSocketAddress address() {
        return InetSocketAddress.createUnresolved(proxy.host(), port());
    }

    /** Keeps everything that this server sends to one replica from now on. */
    void holdBack(int replicaPort) {
        locked(() -> held.computeIfAbsent(
                replicaPort,
                port -> proxy.hold(Match.reply()
                        .where(reply -> port.equals(replicaPorts.get(reply.connection())))
                        .andAllLater())));
    }

    /** Delivers what was held back, or, if this server is gone, loses it as a broken connection does. */
    void letGo(int replicaPort) {
        locked(() -> {
            Hook hook = held.remove(replicaPort);
            if (hook == null) {
                return;
            }
            if (!server.isRunning()) {
                replicaPorts.forEach((connection, port) -> cut(connection, port == replicaPort));
            }
            // Else it would go before the hook of a later time, and let everything pass.
            hook.cancel();
            hook.release();
        });
    }

    private void cut(long connection, boolean wanted) {
        if (wanted) {
            proxy.cut(connection, Cut.RST);
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        server.close();
        proxy.close();
    }

    @Override
    public String toString() {
        return proxy.host() + ":" + port();
    }
}
