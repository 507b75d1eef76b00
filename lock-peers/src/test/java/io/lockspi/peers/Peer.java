package io.lockspi.peers;

import static io.lockspi.spi.LockCapability.CROSS_PROCESS;
import static io.lockspi.spi.LockCapability.FAIR;
import static io.lockspi.spi.LockCapability.FENCING_TOKENS;
import static io.lockspi.spi.LockCapability.LEASE;
import static io.lockspi.spi.LockCapability.RENEWAL;
import static io.lockspi.spi.LockCapability.SURVIVES_MINORITY_FAILURE;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** What is judged, with what its own documentation promises. */
@SuppressWarnings("ImmutableEnumChecker") // sets and maps made by of() are immutable
enum Peer {
    RLOCK("rlock", "`RLock` of Redisson 4.7.0", 1, Set.of(CROSS_PROCESS, LEASE, RENEWAL), Map.of()) {
        @Override
        LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
            return new RLockClient(RedissonClients.open(servers, lease, requestTimeout));
        }
    },
    FENCED(
            "rlock-fenced",
            "`RFencedLock` of Redisson 4.7.0",
            1,
            Set.of(CROSS_PROCESS, LEASE, RENEWAL, FENCING_TOKENS),
            Map.of()) {
        @Override
        LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
            return new FencedLockClient(RedissonClients.open(servers, lease, requestTimeout));
        }
    },
    REDLOCK(
            "redisson-redlock",
            "`RedissonRedLock` (deprecated) of Redisson 4.7.0",
            5,
            Set.of(CROSS_PROCESS, LEASE, RENEWAL, SURVIVES_MINORITY_FAILURE),
            NotTold.REDLOCK) {
        @Override
        LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
            return new RedLockClient(Arrays.stream(servers.split(",", -1))
                    .map(server -> RedissonClients.open(server, lease, requestTimeout))
                    .toList());
        }
    },
    SPRING_SPIN(
            "spring-spin",
            "`RedisLockRegistry` of Spring Integration 7.1.2, `SPIN_LOCK`, as it is made: without renewal",
            1,
            Set.of(CROSS_PROCESS, LEASE),
            NotTold.SPRING) {
        @Override
        LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
            return SpringClient.open(servers, RedisLockType.SPIN_LOCK, false, lease, requestTimeout);
        }
    },
    SPRING_PUBSUB(
            "spring-pubsub",
            "the same, `PUB_SUB_LOCK`, with a `renewalTaskScheduler`",
            1,
            Set.of(CROSS_PROCESS, RENEWAL),
            Map.of()) {
        @Override
        LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
            return SpringClient.open(servers, RedisLockType.PUB_SUB_LOCK, true, lease, requestTimeout);
        }
    },
    CURATOR(
            "curator-mutex",
            "`InterProcessMutex` of Curator 5.9.0",
            3,
            Set.of(CROSS_PROCESS, FAIR, RENEWAL, SURVIVES_MINORITY_FAILURE),
            Map.of()) {
        @Override
        LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
            return CuratorClient.open(servers, lease, requestTimeout);
        }
    };

    /** What a library does not tell, so that only the adapter's own answer could be judged. */
    private static final class NotTold {
        private static final String PARTS =
                "RedissonRedLock does not tell what is held; the adapter asks its parts, one after the other";

        static final Map<String, String> REDLOCK = Map.of("T02", PARTS, "N04", PARTS, "D04", PARTS);
        static final Map<String, String> SPRING = Map.of(
                "T02", "Spring does not tell how long a lease still runs; the adapter's own notes would be judged",
                "N07", "Spring does not tell how long a lease still runs; the adapter's own notes would be judged");
    }

    private final String id;
    private final String what;
    private final int servers;
    private final Set<LockCapability> capabilities;
    private final Map<String, String> unanswerable;

    Peer(String id, String what, int servers, Set<LockCapability> capabilities, Map<String, String> unanswerable) {
        this.id = id;
        this.what = what;
        this.servers = servers;
        this.capabilities = capabilities;
        this.unanswerable = unanswerable;
    }

    /** Its name in commands and reports. */
    String id() {
        return id;
    }

    /** What it is, with its version, for people. */
    String what() {
        return what;
    }

    /** What it is run on, for people. */
    String stores() {
        return servers == 3 ? "3 ZooKeeper" : servers + " Redis";
    }

    /** How many servers it is run with. */
    int servers() {
        return servers;
    }

    Set<LockCapability> capabilities() {
        return capabilities;
    }

    /** Rules that would judge the adapter, with the reason. */
    Map<String, String> unanswerable() {
        return unanswerable;
    }

    /**
     * Opens a client.
     *
     * @param servers {@code host:port,host:port}
     * @param lease how long the store keeps a claim after its last renewal
     * @param requestTimeout how long to wait for one answer, or {@code null} for the library's default
     */
    abstract LockClient open(String servers, Duration lease, @Nullable Duration requestTimeout);

    static Peer of(String id) {
        return Arrays.stream(values())
                .filter(peer -> peer.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer " + id + "; there are "
                        + Arrays.stream(values()).map(Peer::id).toList()));
    }
}
