package io.lockspi.tck.run;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.Eviction;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.Means;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.Subject;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Threads;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.IntConsumer;

/** Whether the hooks of a subject do what they say. A hook that does nothing would make every rule that uses it empty. */
@SuppressWarnings("LockNotBeforeTry")
final class Honesty {
    private final Subject subject;
    private final Set<LockCapability> capabilities;
    private final Timing timing;
    private final String names;
    private final Map<Means, String> missing = new EnumMap<>(Means.class);

    Honesty(Subject subject, Set<LockCapability> capabilities, Timing timing, String names) {
        this.subject = subject;
        this.capabilities = capabilities;
        this.timing = timing;
        this.names = names;
    }

    /** The means of these that cannot be used, with the reason. */
    Map<Means, String> missing(Set<Means> used) {
        boolean remote = capabilities.contains(LockCapability.CROSS_PROCESS);
        if (used.contains(Means.SIGNALS) && !Site.hasSignals()) {
            missing.put(Means.SIGNALS, "this system has no POSIX signals");
        }
        if (used.contains(Means.EVICTION)) {
            check(Means.EVICTION, "eviction()", subject.eviction().isPresent(), this::evictionEvicts);
        }
        if (used.contains(Means.PROCESSES)) {
            check(Means.PROCESSES, "elsewhere()", subject.elsewhere().isPresent(), () -> {});
        }
        if (remote && used.contains(Means.NETWORK)) {
            check(Means.NETWORK, "network()", subject.network().isPresent(), this::silenceSilences);
        }
        if (remote && used.contains(Means.NODES)) {
            check(Means.NODES, "nodes()", subject.nodes().isPresent(), this::nodesObey);
        }
        return missing;
    }

    private void check(Means means, String hook, boolean present, Check.Body honest) {
        if (!present) {
            missing.put(means, "the subject has no hook " + hook);
            return;
        }
        Actor actor = Bench.actor(Threads.named("tck-honesty", false), timing);
        try {
            actor.begin("the check of the hook " + hook, honest)
                    .within(timing.prompt().multipliedBy(8));
        } catch (Throwable failure) {
            missing.put(means, "the hook " + hook + " does not do what it says: " + Check.describe(failure));
        } finally {
            actor.end();
        }
    }

    private void evictionEvicts() throws Exception {
        String name = names + "-evicted";
        Eviction eviction = subject.eviction().orElseThrow();
        try (LockClient holder = subject.open(timing.lease().multipliedBy(8));
                LockClient other = subject.open(timing.lease())) {
            Lock held = holder.lock(name);
            held.lock();
            eviction.evict(name);
            Lock taken = other.lock(name);
            Check.that(
                    taken.tryLock(timing.prompt().toNanos(), TimeUnit.NANOSECONDS),
                    "a lock could not be taken after its eviction");
            taken.unlock();
            try {
                held.unlock();
            } catch (RuntimeException lost) {
                // Which exception is the right one is for rules to say.
            }
        }
    }

    private void silenceSilences() throws Exception {
        String name = names + "-silenced";
        try (NetworkFaults.Link link = subject.network().orElseThrow().open(timing.lease(), timing.lease())) {
            Lock lock = link.client().lock(name);
            lock.lock();
            lock.unlock();
            link.silence();
            Check.that(!answers(lock), "a lock could be taken through a path that is silent");
            link.heal();
            Check.that(
                    lock.tryLock(timing.leaseOver().toNanos(), TimeUnit.NANOSECONDS),
                    "a lock could not be taken after the path was healed");
            lock.unlock();
        }
    }

    private void nodesObey() throws Exception {
        NodeFaults nodes = subject.nodes().orElseThrow();
        try (LockClient client = subject.open(timing.lease())) {
            Lock lock = client.lock(names + "-nodes");
            disturb(nodes, lock, nodes::kill, nodes::start, "killed");
            disturb(nodes, lock, nodes::pause, nodes::resume, "paused");
        }
    }

    private void disturb(NodeFaults nodes, Lock lock, IntConsumer fault, IntConsumer undo, String how)
            throws Exception {
        int reached = 0;
        try {
            for (; reached < nodes.size(); reached++) {
                fault.accept(reached);
            }
        } catch (RuntimeException failure) {
            // The one that failed may have been disturbed all the same.
            for (int node = 0; node <= reached; node++) {
                undoQuietly(undo, node, failure);
            }
            throw failure;
        }
        boolean answered = answers(lock);
        for (int node = 0; node < nodes.size(); node++) {
            undo.accept(node);
        }
        Check.that(!answered, "a lock could be taken while all servers were " + how);
        Check.that(
                lock.tryLock(timing.leaseOver().toNanos(), TimeUnit.NANOSECONDS),
                "a lock could not be taken after servers that were " + how + " went on");
        lock.unlock();
    }

    private static void undoQuietly(IntConsumer undo, int node, RuntimeException cause) {
        try {
            undo.accept(node);
        } catch (RuntimeException another) {
            cause.addSuppressed(another);
        }
    }

    private boolean answers(Lock lock) throws InterruptedException {
        Actor actor = Bench.actor(Threads.named("tck-honesty-try", false), timing);
        try {
            Step<Boolean> attempt = actor.begin("an attempt", () -> {
                boolean got = lock.tryLock(timing.moment().toNanos(), TimeUnit.NANOSECONDS);
                if (got) {
                    lock.unlock();
                }
                return got;
            });
            return attempt.within(timing.prompt().plus(Duration.ofSeconds(1)));
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception | Error unavailable) {
            return false;
        } finally {
            actor.end();
        }
    }
}
