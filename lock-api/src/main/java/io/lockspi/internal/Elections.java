package io.lockspi.internal;

import io.lockspi.LeaderElection;
import io.lockspi.LeaderInfo;
import io.lockspi.LockInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The elections of one service. An election is a lock with a name of its own, and a candidate is an owner that waits for it
 * and keeps it: there is no second mechanism, neither here nor in a back end.
 */
final class Elections {
    /** Begins the names of the locks behind elections; fixed in STANDARD-NAMES.md. */
    static final String PREFIX = "election:";

    private final Engine engine;
    private final Set<Candidate> joined = ConcurrentHashMap.newKeySet();

    Elections(Engine engine) {
        this.engine = engine;
    }

    LeaderElection candidate(String name) {
        return new Candidate(engine, LockNames.check(name), LockNames.check(PREFIX + name));
    }

    Optional<LeaderInfo> inspect(String name) {
        return engine.inspect(PREFIX + name).map(holder -> leader(name, holder));
    }

    private static LeaderInfo leader(String name, LockInfo holder) {
        return new LeaderInfo(
                name,
                holder.host(),
                holder.pid(),
                holder.application(),
                holder.since(),
                holder.fencingToken(),
                holder.remainingLease(),
                holder.waiters());
    }

    /** Notes who is a candidate, so that the close of the service reaches those too that pause. */
    void joined(Candidate candidate) {
        joined.add(candidate);
    }

    void left(Candidate candidate) {
        joined.remove(candidate);
    }

    int size() {
        return joined.size();
    }

    void close() {
        List.copyOf(joined).forEach(Candidate::serviceClosed);
    }
}
