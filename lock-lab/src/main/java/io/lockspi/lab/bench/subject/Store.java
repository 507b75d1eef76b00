package io.lockspi.lab.bench.subject;

/** What keeps a subject's locks. */
public enum Store {
    /** One Redis server. */
    REDIS,
    /** Five independent Redis servers. */
    REDLOCK,
    /** An ensemble of three ZooKeeper servers. */
    ZOOKEEPER
}
