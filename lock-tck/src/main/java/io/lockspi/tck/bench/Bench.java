package io.lockspi.tck.bench;

import io.lockspi.LeaderElection;
import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.Eviction;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.Subject;
import io.lockspi.tck.holder.Holder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All that one run of one rule uses. What is opened here is closed at its end, and then nothing of it may be left: no
 * thread, and no lock that is still taken. Belongs to the rule's thread, but names may be made by any.
 */
public final class Bench {
    private final Subject subject;
    private final Set<LockCapability> capabilities;
    private final Timing timing;
    private final Stalls stalls;
    private final Random random;
    private final ThreadFactory threads;
    private final String prefix;
    private final AtomicInteger nextName = new AtomicInteger();
    private final Collection<String> names = new ConcurrentSkipListSet<>();
    private final Collection<String> elections = new ConcurrentSkipListSet<>();
    private final List<LeaderElection> candidates = new ArrayList<>();
    private final List<Actor> actors = new ArrayList<>();
    private final Deque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();

    /**
     * Makes a bench.
     *
     * @param subject what is judged
     * @param capabilities what it declared
     * @param timing the scale of time
     * @param stalls measures the machine
     * @param random the rule's own, so that it makes the same choices with the same seed
     * @param threads makes the actors' threads
     * @param prefix begins the names of locks; different for each run of each rule
     */
    public Bench(
            Subject subject,
            Set<LockCapability> capabilities,
            Timing timing,
            Stalls stalls,
            Random random,
            ThreadFactory threads,
            String prefix) {
        this.subject = subject;
        this.capabilities = capabilities;
        this.timing = timing;
        this.stalls = stalls;
        this.random = random;
        this.threads = threads;
        this.prefix = prefix;
    }

    /** The scale of time. */
    public Timing timing() {
        return timing;
    }

    /** Chance, the same for the same seed. */
    public Random random() {
        return random;
    }

    /** Whether the subject declared a capability. */
    public boolean has(LockCapability capability) {
        return capabilities.contains(capability);
    }

    /** What the subject declared. */
    public Set<LockCapability> capabilities() {
        return capabilities;
    }

    /** A new client whose claims outlast the rule. */
    public LockClient open() {
        return open(timing.steady());
    }

    /** A new client whose claims have to be renewed soon. */
    public LockClient openRenewed() {
        return open(timing.lease());
    }

    /** A new client. */
    public LockClient open(Duration lease) {
        return keep(subject.open(lease));
    }

    /** A new client's service. */
    public LockService service() {
        return serviceOf(open());
    }

    /** A client's service; rules about services run on subjects that have one. */
    public static LockService serviceOf(LockClient client) {
        return client.service()
                .orElseThrow(() -> new RuleBroken("the subject says hasService(), and its clients have none"));
    }

    /** A lock's name that nobody else uses. */
    public String name() {
        return use(prefix + "-" + nextName.incrementAndGet());
    }

    /** A lock's name that nobody else uses, made of a given text. */
    public String nameWith(String text) {
        return use(prefix + text);
    }

    /** An election's name that nobody else uses. Nobody may lead it at the end. */
    public String electionName() {
        String name = prefix + "-election-" + nextName.incrementAndGet();
        elections.add(name);
        return name;
    }

    /** A candidate, not joined yet, that leaves at the end. */
    public LeaderElection election(LockClient client, String name) {
        LeaderElection candidate = client.election(name);
        candidates.add(candidate);
        return candidate;
    }

    /** A candidate that has joined and leaves at the end. */
    public LeaderElection candidate(LockClient client, String name) {
        LeaderElection candidate = election(client, name);
        candidate.join();
        return candidate;
    }

    /** Notes a name that must be free at the end. */
    public String use(String name) {
        names.add(name);
        return name;
    }

    /** A thread that belongs to no rule. */
    public static Actor actor(ThreadFactory threads, Timing timing) {
        return new Actor(threads, timing.prompt().multipliedBy(4));
    }

    /** A new thread. */
    public Actor actor() {
        Actor actor = actor(threads, timing);
        actors.add(actor);
        return actor;
    }

    /** A new JVM that has the subject open. */
    public Holder holder() throws Exception {
        return holder(timing.lease());
    }

    /** A new JVM that has the subject open with another lease. */
    public Holder holder(Duration lease) throws Exception {
        return keep(Holder.start(
                subject.elsewhere().orElseThrow(), lease, timing.prompt().multipliedBy(8)));
    }

    /** A client with a path that can be disturbed. */
    public NetworkFaults.Link link() {
        return link(timing.lease());
    }

    /** A client with a path that can be disturbed, and another lease. */
    public NetworkFaults.Link link(Duration lease) {
        return keep(subject.network().orElseThrow().open(lease, timing.lease()));
    }

    /** Access to the store behind the lock's back. */
    public Eviction eviction() {
        return subject.eviction().orElseThrow();
    }

    /** The store's servers. */
    public NodeFaults nodes() {
        return subject.nodes().orElseThrow();
    }

    private <T extends AutoCloseable> T keep(T thing) {
        opened.push(thing);
        return thing;
    }

    /** Waits, so that something else can happen. */
    public void pause(Duration time) throws InterruptedException {
        Ticker.pause(time);
    }

    /** Begins to measure a time that has an upper limit. */
    public Stopwatch stopwatch() {
        return new Stopwatch(stalls);
    }

    /** Waits until something is so, and fails if that takes longer than a limit. */
    public void eventually(Duration limit, String what, java.util.concurrent.Callable<Boolean> condition)
            throws Exception {
        Stopwatch watch = stopwatch();
        while (!condition.call()) {
            if (watch.exceeds(limit)) {
                throw new RuleBroken(what + " has not come true within " + Check.millis(limit));
            }
            Ticker.pause(Duration.ofMillis(5));
        }
    }

    /** Demands that all threads ended and all locks are free, then closes everything. */
    public void finish() throws Exception {
        endActors();
        candidates.forEach(candidate -> Check.succeeds("leave() at the end of the rule", candidate::leave));
        try (LockClient probe = subject.open(timing.lease())) {
            Actor prober = new Actor(threads, timing.prompt().multipliedBy(8));
            for (String name : names) {
                prober.run("tryLock() of the clean-slate check", () -> checkFree(probe, name));
            }
            for (String name : elections) {
                prober.run("the clean-slate check of an election", () -> checkVacant(probe, name));
            }
            prober.end();
        }
        closeAll(true);
    }

    private void endActors() throws InterruptedException {
        actors.forEach(Actor::end);
        for (Actor actor : actors) {
            Check.that(actor.awaitEnd(timing.prompt()), "clean slate: a thread has not come back: " + actor.position());
        }
    }

    private void checkFree(LockClient probe, String name) throws InterruptedException {
        java.util.concurrent.locks.Lock lock = probe.lock(name);
        Duration limit = timing.leaseOver();
        Check.that(
                lock.tryLock(limit.toNanos(), java.util.concurrent.TimeUnit.NANOSECONDS),
                "clean slate: a lock of this rule is still taken " + Check.millis(limit) + " after its last user left");
        lock.unlock();
    }

    private void checkVacant(LockClient probe, String name) throws InterruptedException {
        Duration limit = timing.leaseOver();
        LeaderElection candidate = probe.election(name);
        candidate.join();
        Check.that(
                candidate.awaitLeadership(limit).isPresent(),
                "clean slate: an election of this rule is still led " + Check.millis(limit)
                        + " after its last candidate left");
        candidate.leave();
    }

    /** Closes everything, whatever state it is in. */
    public void abandon() {
        actors.forEach(Actor::end);
        actors.forEach(Actor::interrupt);
        try {
            closeAll(false);
        } catch (Exception ignored) {
            // The rule has failed already, and says why.
        }
    }

    private void closeAll(boolean demanding) throws Exception {
        Deque<Throwable> failures = new ArrayDeque<>();
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception | Error failure) {
                failures.add(failure);
            }
        }
        if (demanding && !failures.isEmpty()) {
            throw new RuleBroken("clean slate: close() threw " + Check.describe(failures.peek()), failures.peek());
        }
    }
}
