package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.redisson.api.RedissonClient;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * Something under measurement. Adding one is one entry in {@link #ALL}; one that needs another kind of server says so by
 * its URI's scheme. Immutable.
 *
 * @param name its name on the command line and in reports
 * @param peer whether it is somebody else's, measured only when asked for
 * @param hasTokens whether it numbers its sections
 * @param canWait whether it can wait for a lock that is held; without that it is measured where nobody competes
 * @param settings how it is set up, for people
 * @param opener connects
 */
public record Subject(String name, boolean peer, boolean hasTokens, boolean canWait, String settings, Opener opener) {
    /** Our lock on one Redis. */
    public static final String OURS = "lockspi-redis";
    /** The two commands that no lock on Redis can do without, on the client that ours is built on. */
    public static final String FLOOR = "floor";
    /** Redisson's usual lock. */
    public static final String RLOCK = "rlock";
    /** What the names of Spring Integration's subjects begin with. */
    public static final String SPRING = "spring-";

    private static final String BARE_COMMANDS =
            "SET NX PX and a delete by Lua (EVALSHA), 2 round trips, no waiting, no renewal, no tokens; ";
    private static final String REDISSON =
            "Redisson's defaults for a single server (watchdog 30 s, 24 to 64 connections)";
    private static final String REGISTRY =
            "RedisLockRegistry's defaults (60 s, not renewed) on Lettuce's shared connection";

    /** All there are, ours first. */
    public static final List<Subject> ALL = List.of(
            new Subject(
                    OURS,
                    false,
                    true,
                    true,
                    "the URI's defaults: lease 30 s, renewed; 1 connection",
                    LockspiClient::open),
            new Subject(
                    FLOOR,
                    false,
                    false,
                    false,
                    BARE_COMMANDS + "1 connection of Redisson's low-level client",
                    RedissonFloor::open),
            new Subject(
                    "floor-lettuce", true, false, false, BARE_COMMANDS + "1 connection of Lettuce", LettuceFloor::open),
            redisson(RLOCK, false, REDISSON, (client, name) -> RedissonLocks.plain(client.getLock(name))),
            redisson("rlock-fair", false, REDISSON, (client, name) -> RedissonLocks.plain(client.getFairLock(name))),
            redisson(
                    "rlock-fenced", true, REDISSON, (client, name) -> RedissonLocks.fenced(client.getFencedLock(name))),
            spring(SPRING + "spin", RedisLockType.SPIN_LOCK, REGISTRY + ", SPIN_LOCK: tries every 100 ms"),
            spring(SPRING + "pubsub", RedisLockType.PUB_SUB_LOCK, REGISTRY + ", PUB_SUB_LOCK"));

    /** Connects a client. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Connects.
         *
         * @param uri the server
         * @param shared what the clients of this JVM may share
         * @return the client
         */
        LockClient open(URI uri, SharedThreads shared);
    }

    private static Subject redisson(
            String name, boolean hasTokens, String settings, RedissonLocks.Maker<RedissonClient> locks) {
        return new Subject(
                name, true, hasTokens, true, settings, (uri, shared) -> RedissonLocks.open(uri, shared, locks));
    }

    private static Subject spring(String name, RedisLockType type, String settings) {
        return new Subject(name, true, false, true, settings, (uri, shared) -> SpringLocks.open(uri, type));
    }

    /**
     * The subject of a name.
     *
     * @param name its name
     * @return empty if there is none
     */
    public static Optional<Subject> named(String name) {
        return ALL.stream().filter(subject -> subject.name().equals(name)).findFirst();
    }

    /**
     * Connects clients of one JVM.
     *
     * @param uri the server
     * @param count how many
     * @return the clients, connected
     */
    public List<LockClient> open(URI uri, int count) {
        SharedThreads shared = SharedThreads.forClients(count);
        List<LockClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(opener.open(uri, shared));
        }
        return clients;
    }
}
