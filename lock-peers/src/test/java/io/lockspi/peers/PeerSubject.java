package io.lockspi.peers;

import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.Elsewhere;
import io.lockspi.tck.Eviction;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.ProxiedNetwork;
import io.lockspi.tck.Subject;
import io.lockspi.tck.SubjectOpener;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A peer on real servers.
 *
 * @param peer which
 * @param servers {@code host:port,host:port}
 * @param access takes locks away, or {@code null} in another JVM
 * @param control over the servers, or {@code null} in another JVM
 * @param end of the servers
 */
record PeerSubject(
        Peer peer,
        String servers,
        @Nullable Eviction access,
        @Nullable NodeFaults control,
        Runnable end) implements Subject {

    /** Starts the servers that a peer needs: Redis that forgets when it is killed, ZooKeeper that keeps its data. */
    static PeerSubject start(Peer peer) {
        return peer == Peer.CURATOR ? onZooKeeper(peer) : onRedis(peer);
    }

    private static PeerSubject onZooKeeper(Peer peer) {
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.builder()
                .size(peer.servers())
                .peerProxies()
                // The kit asks for longer sessions than 20 ticks.
                .config("maxSessionTimeout=120000")
                .start();
        return new PeerSubject(
                peer,
                ensemble.connectString(),
                new ZooKeeperEviction(ensemble.connectString(), CuratorClient::path),
                ensemble.nodes(),
                ensemble::close);
    }

    private static PeerSubject onRedis(Peer peer) {
        RedisGroup group = RedisGroup.start(peer.servers());
        boolean spring = peer == Peer.SPRING_SPIN || peer == Peer.SPRING_PUBSUB;
        return new PeerSubject(
                peer,
                group.hosts(),
                name -> group.servers()
                        .forEach(server -> server.command("DEL", spring ? SpringClient.KEY + ":" + name : name)),
                group.nodes(),
                group::close);
    }

    @Override
    public String name() {
        return peer.id();
    }

    @Override
    public Set<LockCapability> capabilities() {
        return peer.capabilities();
    }

    @Override
    public LockClient open(Duration lease) {
        return peer.open(servers, lease, null);
    }

    /** ZooKeeper's sessions last two ticks at least. */
    @Override
    public Duration shortestLease() {
        return Duration.ofMillis(peer == Peer.CURATOR ? 1000 : 100);
    }

    @Override
    public Optional<Elsewhere> elsewhere() {
        return Optional.of(new Elsewhere(Opener.class, peer.id() + " " + servers));
    }

    @Override
    public Optional<Eviction> eviction() {
        return Optional.ofNullable(access);
    }

    @Override
    public Optional<NetworkFaults> network() {
        List<InetSocketAddress> addresses = Arrays.stream(servers.split(",", -1))
                .map(server -> server.split(":", 2))
                .map(words -> InetSocketAddress.createUnresolved(words[0], Integer.parseInt(words[1])))
                .toList();
        return Optional.of(new ProxiedNetwork(addresses, this::openThrough));
    }

    private LockClient openThrough(List<InetSocketAddress> doors, Duration lease, Duration requestTimeout) {
        String through = doors.stream()
                .map(door -> door.getHostString() + ":" + door.getPort())
                .collect(Collectors.joining(","));
        return peer.open(through, lease, requestTimeout);
    }

    @Override
    public Optional<NodeFaults> nodes() {
        return Optional.ofNullable(control);
    }

    @Override
    public void close() {
        end.run();
    }

    /** Opens a peer in another JVM. */
    public static final class Opener implements SubjectOpener {
        /** Called by reflection. */
        public Opener() {}

        @Override
        public Subject open(String argument) {
            String[] words = argument.split(" ", -1);
            return new PeerSubject(Peer.of(words[0]), words[1], null, null, () -> {});
        }
    }
}
