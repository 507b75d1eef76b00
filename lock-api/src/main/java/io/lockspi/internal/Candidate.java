package io.lockspi.internal;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.LeaderInfo;
import io.lockspi.Leadership;
import io.lockspi.LossEvent;
import io.lockspi.Registration;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One candidate: outside, waiting, pausing before it waits again, or leading. It owns the claim of the lock behind the
 * election, and never passes it on unasked.
 *
 * <p>One mutex guards it. It may be taken while the mutex of a lock's state is held, never the other way round, and never
 * around a call to the back end, a wake-up or a callback.
 */
final class Candidate implements LeaderElection, LossAware {
    /** How long a refusal that waiting cannot heal keeps the candidate from asking again. */
    private static final long PAUSE_AFTER_REFUSAL = Nanos.millis(5000);

    private final Engine engine;
    private final String name;
    private final String lockName;
    private final ElectionNews news;
    private final LeaderWait wait;
    private final ReentrantLock mutex = new ReentrantLock();

    private volatile boolean joined;
    private volatile @Nullable Reign reign;
    private volatile @Nullable RuntimeException refusal;
    private @Nullable CandidateWaiter waiter;
    private TimeSource.@Nullable Cancellable pause;

    Candidate(Engine engine, String name, String lockName) {
        this.engine = engine;
        this.name = name;
        this.lockName = lockName;
        this.news = new ElectionNews(engine.callbacks());
        this.wait = new LeaderWait(engine, this);
    }

    // ---- questions ---------------------------------------------------------------------------------------------

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isCandidate() {
        return joined;
    }

    @Override
    public boolean isLeader() {
        return currentReign() != null;
    }

    @Override
    public Optional<Leadership> leadership() {
        return Optional.ofNullable(currentReign());
    }

    @Nullable
    Reign currentReign() {
        Reign current = reign;
        return current != null && current.isCurrent() ? current : null;
    }

    /** Why the back end refuses this candidate, if that was its last answer. */
    @Nullable
    RuntimeException refusal() {
        return refusal;
    }

    @Override
    public Leadership awaitLeadership() throws InterruptedException {
        return wait.forEver();
    }

    @Override
    public Optional<Leadership> awaitLeadership(Duration longest) throws InterruptedException {
        return wait.atMost(Nanos.of(longest));
    }

    @Override
    public Optional<LeaderInfo> inspect() {
        return engine.elections().inspect(name);
    }

    @Override
    public Registration addListener(ElectionListener listener) {
        Registration[] registration = new Registration[1];
        change(() -> {
            Reign current = reign;
            List<Consumer<ElectionListener>> first =
                    current == null ? List.of() : List.of(told -> told.elected(current));
            registration[0] = news.add(listener, first);
        });
        return registration[0];
    }

    // ---- what the application does -----------------------------------------------------------------------------

    @Override
    public void join() {
        engine.requireOpen();
        change(() -> {
            if (!joined) {
                joined = true;
                refusal = null;
                engine.elections().joined(this);
            }
        });
        if (!campaign()) {
            throw engine.messages().closed();
        }
    }

    @Override
    public boolean resign() {
        Reign ended = abdicate(Deposition.Reason.RESIGNED);
        if (ended == null) {
            return false;
        }
        ReleaseJob job = beginRelease(ended.hold);
        if (engine.isFair()) {
            // Sent behind the release, so it stands last in the store's queue.
            campaign();
        }
        return awaitRelease(ended.hold, job);
    }

    @Override
    public void leave() {
        CandidateWaiter[] waiting = new CandidateWaiter[1];
        change(() -> {
            joined = false;
            refusal = null;
            waiting[0] = waiter;
            waiter = null;
            cancelPause();
            engine.elections().left(this);
        });
        CandidateWaiter former = waiting[0];
        if (former != null) {
            // If it was granted meanwhile, decided() gives that back.
            engine.inState(former.state, () -> former.state.withdraw(former, new Outcome.Withdrawn()));
        }
        Reign ended = abdicate(Deposition.Reason.LEFT);
        if (ended != null) {
            awaitRelease(ended.hold, beginRelease(ended.hold));
        }
    }

    /** Ends the reign here, before anything is sent; {@code null} if there is none, or its end is being told already. */
    private @Nullable Reign abdicate(Deposition.Reason reason) {
        Reign[] ended = new Reign[1];
        change(() -> {
            Reign current = currentReign();
            if (current != null) {
                depose(current, reason);
                ended[0] = current;
                if (reason == Deposition.Reason.RESIGNED && !engine.isFair()) {
                    pause(() -> new StandBack(engine, current.hold, this::pauseEnded));
                }
            }
        });
        return ended[0];
    }

    private @Nullable ReleaseJob beginRelease(Hold hold) {
        ReleaseJob[] job = new ReleaseJob[1];
        hold.state.underMutex(() -> {
            hold.state.endHoldIfOver();
            if (hold.isOpen()) {
                job[0] = hold.state.endSection(hold, null);
            }
        });
        return job[0];
    }

    /** Waits for the store's answer; false if the term had ended there before. */
    private boolean awaitRelease(Hold hold, @Nullable ReleaseJob job) {
        if (job == null) {
            return hold.loss() == null;
        }
        ReleaseJob.Result result = job.await();
        if (result.kind() == ReleaseJob.Kind.UNANSWERED) {
            engine.throwUnlessReleased(hold, result);
        }
        return result.kind() == ReleaseJob.Kind.RELEASED;
    }

    // ---- waiting to be elected ---------------------------------------------------------------------------------

    /** Queues, unless it waits, pauses or leads already, or has left; false if the service is closed. */
    private boolean campaign() {
        LockState state;
        try {
            state = engine.enter(lockName);
        } catch (IllegalStateException closed) {
            serviceClosed();
            return false;
        }
        try {
            CandidateWaiter fresh = newWaiter(state);
            if (fresh != null) {
                state.join(fresh);
            }
        } finally {
            state.exit();
        }
        return true;
    }

    private @Nullable CandidateWaiter newWaiter(LockState state) {
        mutex.lock();
        try {
            if (!joined || waiter != null || reign != null || pause != null) {
                return null;
            }
            waiter = new CandidateWaiter(this, state, engine.candidateRequest());
            return waiter;
        } finally {
            mutex.unlock();
        }
    }

    /** Asks no more until the pause calls {@link #pauseEnded}; to be called under the mutex. */
    private void pause(Supplier<TimeSource.Cancellable> begin) {
        if (joined) {
            cancelPause();
            pause = begin.get();
        }
    }

    private void pauseEnded() {
        change(() -> pause = null);
        campaign();
    }

    private void cancelPause() {
        TimeSource.Cancellable current = pause;
        if (current != null) {
            current.cancel();
            pause = null;
        }
    }

    /** A wait has ended: with a hold, or because the back end refuses, or because the service is closed. */
    void decided(CandidateWaiter from) {
        Outcome outcome = from.outcome();
        if (outcome instanceof Outcome.Acquired acquired) {
            granted(from, acquired.hold());
        } else if (outcome instanceof Outcome.Failed failed) {
            refused(from, failed.failure());
        }
    }

    private void granted(CandidateWaiter from, Hold hold) {
        boolean[] elected = new boolean[1];
        change(() -> {
            if (waiter != from) {
                return;
            }
            waiter = null;
            refusal = null;
            if (hold.isValid(engine.nanos())) {
                Reign fresh = new Reign(engine, name, hold);
                reign = fresh;
                news.note(listener -> listener.elected(fresh));
                elected[0] = true;
            }
        });
        if (!elected[0]) {
            engine.discard(hold);
            campaign();
        }
    }

    /** The back end has answered that another leads, so it does not refuse this candidate any more. */
    void served() {
        refusal = null;
    }

    private void refused(CandidateWaiter from, RuntimeException failure) {
        boolean[] pauses = new boolean[1];
        change(() -> {
            if (waiter == from) {
                waiter = null;
                refusal = failure;
                pauses[0] = true;
            }
        });
        if (pauses[0] && engine.isOpen()) {
            engine.messages().logRefusedCandidate(name, failure);
            change(() -> pause(() -> {
                Agenda.Entry entry = engine.agenda().at(engine.nanos() + PAUSE_AFTER_REFUSAL, this::pauseEnded);
                return entry::cancel;
            }));
        }
    }

    // ---- the end of a reign ------------------------------------------------------------------------------------

    @Override
    public void lost(Hold hold, LossEvent.Cause cause) {
        boolean[] mine = new boolean[1];
        change(() -> {
            Reign current = reign;
            if (current != null && current.hold == hold) {
                depose(current, reason(cause));
                mine[0] = true;
            }
        });
        if (mine[0]) {
            campaign();
        }
    }

    private static Deposition.Reason reason(LossEvent.Cause cause) {
        return switch (cause) {
            case REVOKED -> Deposition.Reason.REVOKED;
            case CLOSED -> Deposition.Reason.CLOSED;
            case EXPIRED, OWNER_TERMINATED, HANDLE_UNREACHABLE -> Deposition.Reason.EXPIRED;
        };
    }

    private void depose(Reign current, Deposition.Reason reason) {
        current.end();
        reign = null;
        Deposition deposition = new Deposition(name, current.term(), reason);
        news.note(listener -> listener.deposed(deposition));
    }

    /** The service is closed: no candidate any more. */
    void serviceClosed() {
        change(() -> {
            joined = false;
            waiter = null;
            cancelPause();
            engine.elections().left(this);
        });
    }

    /** Changes something under the mutex, then tells whom it concerns. */
    private void change(Runnable action) {
        mutex.lock();
        try {
            action.run();
        } finally {
            mutex.unlock();
        }
        news.deliver();
        wait.wake();
    }

    @Override
    public String toString() {
        Reign current = currentReign();
        String what = current != null ? "leads, " + current : joined ? "waits" : "no candidate";
        return "LeaderElection[" + Messages.quote(name) + " on " + engine.backend() + ", " + what + "]";
    }
}
