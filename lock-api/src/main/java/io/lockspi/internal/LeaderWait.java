package io.lockspi.internal;

import io.lockspi.Leadership;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The threads that wait for one candidate to lead. They park, and look at the candidate whenever something has changed. */
final class LeaderWait {
    private final Engine engine;
    private final Candidate candidate;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    LeaderWait(Engine engine, Candidate candidate) {
        this.engine = engine;
        this.candidate = candidate;
    }

    /** Lets all of them look. */
    void wake() {
        threads.forEach(LockSupport::unpark);
    }

    Leadership forEver() throws InterruptedException {
        while (true) {
            Optional<Leadership> elected = atMost(Nanos.FOR_EVER);
            if (elected.isPresent()) {
                return elected.get();
            }
        }
    }

    Optional<Leadership> atMost(long nanos) throws InterruptedException {
        throwIfInterrupted("before");
        long deadline = engine.nanos() + nanos;
        Thread thread = Thread.currentThread();
        threads.add(thread);
        try {
            while (true) {
                Reign current = leadingOrThrow();
                long left = deadline - engine.nanos();
                if (current != null || left <= 0) {
                    return Optional.ofNullable(current);
                }
                engine.time().park(candidate, nanos >= Nanos.FOR_EVER ? Long.MAX_VALUE : left);
                throwIfInterrupted("while");
            }
        } finally {
            threads.remove(thread);
        }
    }

    private @Nullable Reign leadingOrThrow() {
        engine.requireOpen();
        if (!candidate.isCandidate()) {
            throw new IllegalStateException("election " + Messages.quote(candidate.name()) + " on " + engine.backend()
                    + " is waited for by one that is no candidate, or has left; call join() before");
        }
        Reign current = candidate.currentReign();
        RuntimeException refusal = candidate.refusal();
        if (current == null && refusal != null) {
            throw engine.messages().refusedCandidate(candidate.name(), refusal);
        }
        return current;
    }

    private void throwIfInterrupted(String when) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted " + when + " waiting to lead election "
                    + Messages.quote(candidate.name()) + "; it stays a candidate");
        }
    }
}
