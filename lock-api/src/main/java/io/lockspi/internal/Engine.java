package io.lockspi.internal;

import io.lockspi.DistributedLock;
import io.lockspi.LeaderElection;
import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockInfo;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one service: what its parts share, and the way in. See ARCHITECTURE.md for the path of one {@code lock()}.
 */
public final class Engine {
    /** With the second that the back end may take, close() is over within five. */
    private static final long LONGEST_WAIT_FOR_RELEASES = Nanos.millis(4000);

    private final EngineOptions options;
    private final TimeSource time;
    private final boolean ownTime;
    private final LockServiceSpi spi;
    private final boolean hasTokens;
    private final boolean fair;
    private final EngineMessages messages;
    private final Agenda agenda;
    private final Renewer renewer;
    private final Releases releases;
    private final Callbacks callbacks;
    private final LockTable table;
    private final ThreadLocks threads;
    private final HandleLocks handles;
    private final Elections elections;
    private final ClaimIds claimIds = new ClaimIds();
    private final Random jitter;
    private final AtomicBoolean closeStarted = new AtomicBoolean();
    private volatile boolean closed;
    private volatile @Nullable Thread closer;

    private Engine(
            LockProvider.Service service,
            EngineOptions options,
            LockConfig config,
            Callbacks callbacks,
            Random jitter) {
        this.options = options;
        this.callbacks = callbacks;
        this.jitter = jitter;
        Optional<TimeSource> given = config.attachment(TimeSource.class);
        this.time = given.orElseGet(SystemTime::new);
        this.ownTime = given.isEmpty();
        this.messages = new EngineMessages(config.toString());
        this.fair = service.capabilities().contains(LockCapability.FAIR);
        this.hasTokens = service.capabilities().contains(LockCapability.FENCING_TOKENS);
        this.releases = new Releases(this);
        this.renewer = new Renewer(this, options.lease());
        this.agenda = new Agenda(time, renewer::flush);
        this.table = new LockTable(this);
        this.threads = new ThreadLocks(this);
        this.handles = new HandleLocks(this);
        this.elections = new Elections(this);
        this.spi = service.factory()
                .apply(new SpiContext(config, time, OwnerLabels.of(options.application()), options.requestTimeout()));
        spi.onEvents(new Events());
        time.onClockJump(this::renewEverything);
    }

    /** Makes the engine of a new service. */
    public static Engine start(LockProvider.Service service, EngineOptions options, LockConfig config) {
        return new Engine(service, options, config, new Callbacks(), new Random());
    }

    /** Makes an engine without a thread or a coin of its own, so that a run can be repeated exactly. */
    static Engine simulated(
            LockProvider.Service service,
            EngineOptions options,
            LockConfig config,
            Callbacks callbacks,
            Random jitter) {
        return new Engine(service, options, config, callbacks, jitter);
    }

    // ---- the way in --------------------------------------------------------------------------------------------

    /** See {@link io.lockspi.LockService#getLock}. */
    public DistributedLock lock(String name) {
        return new EngineLock(this, LockNames.check(name));
    }

    /** See {@link io.lockspi.LockService#acquire(String, Duration, Duration)}. */
    public LockHandle acquire(String name, Duration wait, @Nullable Duration lease) throws InterruptedException {
        return handles.acquire(LockNames.check(name), request(lease, Nanos.of(wait)));
    }

    /** See {@link io.lockspi.LockService#acquireAsync(String, Duration, Duration)}. */
    public CompletableFuture<LockHandle> acquireAsync(String name, Duration wait, @Nullable Duration lease) {
        return handles.acquireAsync(LockNames.check(name), request(lease, Nanos.of(wait)));
    }

    /** See {@link io.lockspi.LockService#getElection}. */
    public LeaderElection election(String name) {
        return elections.candidate(name);
    }

    /** See {@link io.lockspi.LockService#inspect}. */
    public Optional<LockInfo> inspect(String name) {
        requireOpen();
        CompletableFuture<Optional<LockInfo>> answer =
                spi.inspect(LockNames.check(name)).toCompletableFuture();
        Optional<LockInfo> info = await(answer, requestTimeoutNanos());
        if (info == null) {
            throw messages.silence(name, "inspect", options.requestTimeout());
        }
        return info;
    }

    /** See {@link io.lockspi.LockService#check}. */
    public void check(Duration timeout) throws InterruptedException {
        requireOpen();
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before checking " + backend());
        }
        Checks.check(this, Nanos.of(timeout));
    }

    /** The sentence for a wait that ended with the lock in other hands. */
    public String describeHeld(String name, Duration wait) {
        return messages.timedOut(name, Nanos.of(wait));
    }

    /** See {@link io.lockspi.LockService#unwrap}. */
    public <T> Optional<T> unwrap(Class<T> type) {
        return spi.unwrap(type);
    }

    // ---- closing -----------------------------------------------------------------------------------------------

    /** See {@link io.lockspi.LockService#close}. */
    public void close() {
        if (!closeStarted.compareAndSet(false, true)) {
            return;
        }
        closed = true;
        closer = Thread.currentThread();
        table.all().forEach(LockState::close);
        elections.close();
        awaitReleases();
        releases.giveUp();
        agenda.close();
        try {
            spi.close();
        } finally {
            callbacks.close();
            if (ownTime) {
                time.close();
            }
        }
    }

    /** Waits for the releases of what was held, though not for long, and keeps the thread's interrupt flag. */
    private void awaitReleases() {
        boolean interrupted = false;
        long deadline = nanos() + LONGEST_WAIT_FOR_RELEASES;
        for (long left = LONGEST_WAIT_FOR_RELEASES; left > 0 && releases.hasUnconfirmed(); left = deadline - nanos()) {
            time.park(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void wakeCloser() {
        Thread waiting = closer;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    void requireOpen() {
        if (closed) {
            throw messages.closed();
        }
    }

    boolean isOpen() {
        return !closed;
    }

    // ---- what the parts share ----------------------------------------------------------------------------------

    /** The state of a name, with its mutex locked, for a caller that wants something new. */
    LockState enter(String name) {
        requireOpen();
        LockState state = table.enter(name);
        if (closed) {
            state.exit();
            throw messages.closed();
        }
        return state;
    }

    /** How many names are held or waited for here. */
    int locksInUse() {
        return table.size();
    }

    /** The state of a name, with its mutex locked, also after {@link #close}. */
    LockState enterToRelease(String name) {
        return table.enter(name);
    }

    /** Asks a question of a state under its mutex, then does what the answer brought about. */
    long inState(LockState state, LongSupplier question) {
        long[] answer = new long[1];
        state.underMutex(() -> answer[0] = question.getAsLong());
        return answer[0];
    }

    boolean inState(LockState state, BooleanSupplier question) {
        boolean[] answer = new boolean[1];
        state.underMutex(() -> answer[0] = question.getAsBoolean());
        return answer[0];
    }

    /** Gives back a hold that its owner never got to see. */
    void discard(Hold hold) {
        hold.state.underMutex(() -> {
            if (hold.isOpen()) {
                hold.state.endSection(hold, null);
            } else if (hold.owner instanceof Thread thread) {
                hold.state.lostHolds().forget(thread, hold);
            }
        });
    }

    Request request(@Nullable Duration lease, long waitNanos) {
        return Request.of(lease, options.lease(), waitNanos);
    }

    /** What a candidate asks for: one token, since its claim never goes on to another section. */
    Request candidateRequest() {
        return new Request(options.lease(), true, false, Nanos.FOR_EVER, 1);
    }

    long deadline(Request request) {
        if (request.waitsForEver()) {
            return Long.MAX_VALUE;
        }
        return nanos() + (request.single() ? requestTimeoutNanos() : request.waitNanos());
    }

    Claim newClaim(String name, Request request) {
        return new Claim(name, claimIds.next(), request.lease(), request.tokens());
    }

    void throwUnlessReleased(Hold hold, ReleaseJob.Result result) {
        messages.throwUnlessReleased(hold, result, options.requestTimeout());
    }

    /** Waits for an answer, uninterruptibly; {@code null} if none came in time. Throws what the answer failed with. */
    <T> @Nullable T await(CompletableFuture<T> answer, long nanos) {
        return Checks.await(this, answer, nanos);
    }

    void requireTokens() {
        if (!hasTokens) {
            throw new UnsupportedOperationException(
                    backend() + " has no fencing tokens; choose a back end that has them");
        }
    }

    /** Whether the store itself serves the waiters of several processes in turn. */
    boolean isFair() {
        return fair;
    }

    long nanos() {
        return time.nanos();
    }

    TimeSource time() {
        return time;
    }

    Duration lease() {
        return options.lease();
    }

    long requestTimeoutNanos() {
        return Nanos.of(options.requestTimeout());
    }

    Duration requestTimeout() {
        return options.requestTimeout();
    }

    /**
     * When a store has certainly dropped a claim for which nothing was sent after {@code sentNanos}. Its lease counts from
     * the arrival there; a request arrives within the request time-out, or its connection is closed and it arrives no more,
     * unless the server stands still: {@link ReleaseJob} sees to that.
     */
    long certainlyOver(long sentNanos, Duration lease) {
        return sentNanos + requestTimeoutNanos() + Validity.certainlyOver(Nanos.of(lease));
    }

    long pollNanos() {
        return Nanos.of(options.poll());
    }

    /** Between three quarters and the whole of a time, so that clients do not keep step. */
    long jittered(long nanos) {
        return nanos - (long) (jitter.nextDouble() * nanos / 4);
    }

    LockServiceSpi spi() {
        return spi;
    }

    Agenda agenda() {
        return agenda;
    }

    Renewer renewer() {
        return renewer;
    }

    Releases releases() {
        return releases;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    LockTable table() {
        return table;
    }

    ThreadLocks threads() {
        return threads;
    }

    HandleLocks handles() {
        return handles;
    }

    Elections elections() {
        return elections;
    }

    EngineMessages messages() {
        return messages;
    }

    String backend() {
        return messages.backend();
    }

    private void renewEverything() {
        long now = nanos();
        for (LockState state : table.all()) {
            state.underMutex(() -> {
                Hold hold = state.holder();
                if (hold != null && hold.isOpen() && hold.tenure.isKeptUp()) {
                    renewer.renewNow(hold.tenure, now);
                }
            });
        }
    }

    /** Sizes of everything that must go back to nothing when nothing is in use; for tests. */
    Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        sizes.put("states", table.size());
        sizes.put("releases", releases.size());
        sizes.put("agenda", agenda.size());
        sizes.put("listened", callbacks.listenedNames());
        sizes.put("candidates", elections.size());
        return sizes;
    }

    @Override
    public String toString() {
        return backend() + (closed ? ", closed" : ", " + table.size() + " locks in use");
    }

    /** What the back end tells. */
    private final class Events implements SpiEvents {
        @Override
        public void mayBeFree(String name) {
            LockState state = table.peek(name);
            if (state != null) {
                state.mayBeFree();
            }
        }

        @Override
        public void mayHaveMissedEvents() {
            table.all().forEach(LockState::mayBeFree);
        }

        @Override
        public void lost(Claim claim) {
            LockState state = table.peek(claim.name());
            if (state != null) {
                state.revoked(claim);
            }
        }
    }
}
