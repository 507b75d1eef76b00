package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.redisson.api.RedissonClient;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * Something under measurement. Adding one is one entry in {@link #ALL}. Immutable.
 *
 * @param name its name on the command line and in reports
 * @param store what keeps its locks
 * @param traits what it can do, and whose it is
 * @param settings how it is set up, for people
 * @param opener connects
 */
public record Subject(String name, Store store, Set<Trait> traits, String settings, Opener opener) {
    /** The lease that is everybody's default. */
    public static final Duration USUAL_LEASE = Duration.ofSeconds(30);

    /** Our lock on one Redis. */
    public static final String OURS = "lockspi-redis";
    /** Our lock on five Redis servers. */
    public static final String OUR_REDLOCK = "lockspi-redlock";
    /** Our lock on ZooKeeper. */
    public static final String OUR_ZOOKEEPER = "lockspi-zookeeper";
    /** The two commands that no lock on Redis can do without, on the client that ours is built on. */
    public static final String FLOOR = "floor";
    /** Redisson's usual lock. */
    public static final String RLOCK = "rlock";
    /** Redisson's lock on several servers. */
    public static final String RED_LOCK = "rlock-redlock";
    /** Curator's mutex. */
    public static final String CURATOR = "curator";
    /** What the names of Spring Integration's subjects begin with. */
    public static final String SPRING = "spring-";

    private static final String BARE_COMMANDS =
            "SET NX PX and a delete by Lua (EVALSHA), 2 round trips, no waiting, no renewal, no tokens; ";
    private static final String REDISSON =
            "Redisson's defaults for a single server (watchdog 30 s, 24 to 64 connections)";
    private static final String REGISTRY =
            "RedisLockRegistry's defaults (60 s, not renewed) on Lettuce's shared connection";
    private static final Set<Trait> OWN = Set.of(Trait.TOKENS, Trait.WAITS, Trait.RENEWS);

    /** All there are, ours first. */
    public static final List<Subject> ALL = List.of(
            new Subject(
                    OURS,
                    Store.REDIS,
                    OWN,
                    "the URI's defaults: lease 30 s, renewed; 1 connection",
                    LockspiClient::open),
            new Subject(
                    FLOOR,
                    Store.REDIS,
                    Set.of(Trait.FLOOR),
                    BARE_COMMANDS + "1 connection of Redisson's low-level client",
                    RedissonFloor::open),
            new Subject(
                    OUR_REDLOCK,
                    Store.REDLOCK,
                    OWN,
                    "the URI's defaults: lease 30 s, renewed; 50 ms for each server; 1 connection to each",
                    LockspiClient::open),
            new Subject(
                    "floor-redlock",
                    Store.REDLOCK,
                    Set.of(Trait.FLOOR),
                    "at all servers at a time " + BARE_COMMANDS
                            + "1 connection of Redisson's low-level client to each, 1 network thread",
                    RedlockFloor::open),
            new Subject(
                    OUR_ZOOKEEPER, Store.ZOOKEEPER, OWN, "the URI's defaults: session of 10 s", LockspiClient::open),
            new Subject(
                    "floor-zookeeper",
                    Store.ZOOKEEPER,
                    Set.of(Trait.FLOOR),
                    "an ephemeral node created and deleted, 2 round trips, no waiting, no tokens; 1 session",
                    ZooKeeperFloor::open),
            new Subject(
                    "floor-lettuce",
                    Store.REDIS,
                    Set.of(Trait.PEER),
                    BARE_COMMANDS + "1 connection of Lettuce",
                    LettuceFloor::open),
            redisson(RLOCK, REDISSON, (client, name) -> RedissonLocks.plain(client.getLock(name))),
            redisson("rlock-fair", REDISSON, (client, name) -> RedissonLocks.plain(client.getFairLock(name))),
            redisson(
                    "rlock-fenced",
                    REDISSON,
                    (client, name) -> RedissonLocks.fenced(client.getFencedLock(name)),
                    Trait.TOKENS),
            spring(SPRING + "spin", RedisLockType.SPIN_LOCK, REGISTRY + ", SPIN_LOCK: tries every 100 ms"),
            spring(SPRING + "pubsub", RedisLockType.PUB_SUB_LOCK, REGISTRY + ", PUB_SUB_LOCK"),
            new Subject(
                    RED_LOCK,
                    Store.REDLOCK,
                    Set.of(Trait.PEER, Trait.WAITS, Trait.RENEWS),
                    "RedissonRedLock; for each server " + REDISSON,
                    RedissonRedLocks::open),
            new Subject(
                    CURATOR,
                    Store.ZOOKEEPER,
                    Set.of(Trait.PEER, Trait.WAITS, Trait.RENEWS),
                    "InterProcessMutex on Curator's defaults (session of 60 s), ExponentialBackoffRetry(1000, 3)",
                    CuratorLocks::open));

    /** What a subject can do, and whose it is. */
    public enum Trait {
        /** It is somebody else's, measured only when asked for. */
        PEER,
        /** It is what no lock on its store can do without. */
        FLOOR,
        /** It numbers its sections. */
        TOKENS,
        /** It can wait for a lock that is held; without that it is measured where nobody competes. */
        WAITS,
        /** It holds a lock for as long as the program wants. */
        RENEWS
    }

    /** Connects a client. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Connects.
         *
         * @param uri the servers
         * @param lease for how long the store keeps a lock that is renewed
         * @param shared what the clients of this JVM may share
         * @return the client
         */
        LockClient open(URI uri, Duration lease, SharedThreads shared);
    }

    private static Subject redisson(
            String name, String settings, RedissonLocks.Maker<RedissonClient> locks, Trait... more) {
        Set<Trait> traits = EnumSet.of(Trait.PEER, Trait.WAITS, Trait.RENEWS);
        traits.addAll(List.of(more));
        return new Subject(
                name,
                Store.REDIS,
                traits,
                settings,
                (uri, lease, shared) -> RedissonLocks.open(uri, lease, shared, locks));
    }

    private static Subject spring(String name, RedisLockType type, String settings) {
        return new Subject(
                name,
                Store.REDIS,
                Set.of(Trait.PEER, Trait.WAITS),
                settings,
                (uri, lease, shared) -> SpringLocks.open(uri, type));
    }

    /**
     * Tells whether it has a trait.
     *
     * @param trait the trait
     * @return whether it has it
     */
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** Whether it is somebody else's, measured only when asked for. */
    public boolean peer() {
        return is(Trait.PEER);
    }

    /** Whether it numbers its sections. */
    public boolean hasTokens() {
        return is(Trait.TOKENS);
    }

    /** Whether it can wait for a lock that is held. */
    public boolean canWait() {
        return is(Trait.WAITS);
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
     * @param uri the servers
     * @param lease for how long the store keeps a lock that is renewed
     * @param count how many
     * @return the clients, connected
     */
    public List<LockClient> open(URI uri, Duration lease, int count) {
        SharedThreads shared = SharedThreads.forClients(count);
        List<LockClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(opener.open(uri, lease, shared));
        }
        return clients;
    }
}
