package io.lockspi.lab.compare;

import java.util.Arrays;
import java.util.Optional;

/** Which servers keep the lock, and with which settings. */
public enum Topology {
    /** One Redis, which gives each write to the operating system before it answers. */
    SINGLE("single", "redis", "one Redis, which writes each change to a file before it answers"),
    /** A master with two replicas and three Sentinels; nobody waits for the replicas. */
    REPLICAS_ASYNC(
            "replicas-async", "redis", "a Redis master, two replicas, three Sentinels; nobody waits for replicas"),
    /** The same, and a claim counts once a majority of the servers has it. */
    REPLICAS_MAJORITY(
            "replicas-majority",
            "redis",
            "a Redis master, two replicas, three Sentinels; a claim counts once a majority has it"),
    /** The same, and a promoted master grants nothing until older claims are over. */
    REPLICAS_SAFE(
            "replicas-safe",
            "redis",
            "a Redis master, two replicas, three Sentinels; a promoted master first waits until older claims are over"),
    /** Five independent Redis servers, with the recommended settings. */
    REDLOCK_5("redlock-5", "redlock", "a majority of five independent Redis servers, restarted ones in quarantine"),
    /** Five independent Redis servers that serve at once after a restart although they write nothing to disk. */
    REDLOCK_5_SERVE(
            "redlock-5-serve",
            "redlock",
            "a majority of five independent Redis servers, restarted ones serve at once, which is not recommended"),
    /** An ensemble of three ZooKeeper servers. */
    ZOOKEEPER_3("zookeeper-3", "zookeeper", "an ensemble of three ZooKeeper servers");

    private final String word;
    private final String backend;
    private final String description;

    Topology(String word, String backend, String description) {
        this.word = word;
        this.backend = backend;
        this.description = description;
    }

    /** The name on the command line and in reports. */
    public String word() {
        return word;
    }

    /** The algorithm: {@code redis}, {@code redlock} or {@code zookeeper}. */
    public String backend() {
        return backend;
    }

    /** What it is, as a part of a sentence. */
    public String description() {
        return description;
    }

    /** The topology of that name, empty if there is none. */
    public static Optional<Topology> named(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    @Override
    public String toString() {
        return word;
    }
}
