package io.lockspi.lab.compare;

import java.util.Arrays;
import java.util.Optional;

/** What is done to the holder or to the servers while a client is inside a section. */
public enum Fault {
    /** Nothing happens. */
    NONE("none", "Nothing is done."),
    /** SIGKILL. */
    HOLDER_KILLED("holder-killed", "The holder's process is killed."),
    /** SIGSTOP, two leases, SIGCONT. */
    HOLDER_PAUSED("holder-paused", "The holder's process is stopped for two leases, and then goes on and writes."),
    /** Its own proxies swallow everything for two leases. */
    HOLDER_CUT("holder-cut", "The holder's network is silent for two leases, while the holder itself goes on."),
    /** The server on which the lock depends most dies; on replicas before it could replicate the claim. */
    PRIMARY_KILLED(
            "primary-killed",
            "The primary server is killed; where it has replicas, before the claim could reach the one that takes over."),
    /** Less than half of the servers. */
    MINORITY_KILLED("minority-killed", "Fewer than half of the servers are killed, and come back later."),
    /** More than half of the servers. */
    MAJORITY_KILLED("majority-killed", "More than half of the servers are killed, and come back later."),
    /** A server comes back without its data. */
    NODE_EMPTIED("node-emptied", "A server that has the claim is killed and comes back at once without its data."),
    /** The wall clock of one server jumps. */
    CLOCK_MOVED("clock-moved", "The wall clock of one server jumps by more than a lease."),
    /** A ZooKeeper follower without the newest writes takes part in an election. */
    STALE_FOLLOWER(
            "stale-follower", "A follower misses the newest writes; then the leader is killed and the follower votes.");

    private final String word;
    private final String description;

    Fault(String word, String description) {
        this.word = word;
        this.description = description;
    }

    /** The name on the command line and in reports. */
    public String word() {
        return word;
    }

    /** What is done, in one sentence. */
    public String description() {
        return description;
    }

    /** The fault of that name, empty if there is none. */
    public static Optional<Fault> named(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    @Override
    public String toString() {
        return word;
    }
}
