package io.lockspi.internal;

import io.lockspi.spi.Release;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The releases of one service that the store has not settled yet. */
final class Releases {
    private final Engine engine;
    private final Set<ReleaseJob> open = ConcurrentHashMap.newKeySet();

    Releases(Engine engine) {
        this.engine = engine;
    }

    /** A release that a caller waits for; {@code listener} is told the first result before the caller is. */
    ReleaseJob inForeground(Tenure tenure, Consumer<ReleaseJob.Result> listener) {
        return add(new ReleaseJob(engine, tenure.release(), tenure.certainlyOverNanos(), true, listener));
    }

    /** A release that nobody waits for. */
    ReleaseJob inBackground(Release release, long certainlyOverNanos, boolean acquireSettled) {
        return add(new ReleaseJob(engine, release, certainlyOverNanos, acquireSettled, null));
    }

    private ReleaseJob add(ReleaseJob job) {
        open.add(job);
        return job;
    }

    void ended(ReleaseJob job) {
        open.remove(job);
        engine.wakeCloser();
    }

    /** Whether something that was held may still be held in the store. */
    boolean hasUnconfirmed() {
        return open.stream().anyMatch(ReleaseJob::isUnconfirmed);
    }

    /** Ends all of them because the service is closed; whoever waits is told that there was no answer. */
    void giveUp() {
        open.forEach(ReleaseJob::giveUp);
        open.clear();
    }

    int size() {
        return open.size();
    }
}
