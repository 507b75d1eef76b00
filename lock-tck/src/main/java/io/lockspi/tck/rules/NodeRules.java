package io.lockspi.tck.rules;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

/** Servers that stop, stand still and come back. These rules run alone, since all clients feel them. */
@SuppressWarnings("LockNotBeforeTry")
final class NodeRules {

    private static List<Integer> all(NodeFaults nodes) {
        return IntStream.range(0, nodes.size()).boxed().toList();
    }

    private static void down(NodeFaults nodes, Check.Body meanwhile) throws Exception {
        Absence.down(nodes, all(nodes), meanwhile);
    }

    @LockRule(
            id = "D01",
            statement = "While all servers are down nothing is granted; afterwards the same objects work.",
            why = "No answer is no grant.",
            lookAt = "what an error of the connection is taken for, and whether the client connects again",
            kinds = {"K16", "K03"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NODES,
            alone = true)
    void nothingIsGrantedWhileDown(Bench bench) throws Exception {
        Timing timing = bench.timing();
        Lock lock = bench.open().lock(bench.name());
        lock.lock();
        lock.unlock();
        down(bench.nodes(), () -> {
            try {
                Check.that(
                        !Scene.tryFor(lock, timing.moment().multipliedBy(2)),
                        "a lock was granted by servers that are down");
            } catch (RuntimeException unavailable) {
                // As it should be.
            }
        });
        Check.that(
                Scene.tryFor(lock, timing.leaseOver().multipliedBy(2)), "the lock was not to be had after a restart");
        lock.unlock();
    }

    @LockRule(
            id = "D02",
            statement = "lock() waits through a restart of the servers, and so do threads that waited before.",
            why = "lock() waits as long as it takes.",
            lookAt = "waiters that a lost connection forgets",
            kinds = {"K16", "K09"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NODES,
            alone = true)
    void waitersSurviveARestart(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Lock wanted = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        down(bench.nodes(), () -> bench.pause(timing.moment()));
        holder.run("unlock()", () -> {
            try {
                held.unlock();
            } catch (RuntimeException lostOrUnavailable) {
                // The servers may have forgotten it.
            }
        });
        wait.within(timing.leaseOver().multipliedBy(2));
        waiter.run("unlock()", wanted::unlock);
    }

    @LockRule(
            id = "D03",
            statement = "Tokens go on rising when the servers have been restarted, whatever they have forgotten.",
            why = "The resource has not forgotten.",
            lookAt = "a counter that is lost with its server and starts again at 1",
            kinds = {"K16", "K12"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.FENCING_TOKENS},
            uses = Means.NODES,
            alone = true)
    void tokensRiseAfterARestart(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        long before = 0;
        for (int i = 0; i < 3; i++) {
            Check.that(
                    Scene.tryFor(lock, timing.leaseOver().multipliedBy(2)),
                    "the lock was not to be had after a restart");
            long token = client.fencingToken(lock);
            lock.unlock();
            Check.that(token > before, "after a restart a token of " + token + " followed one of " + before);
            before = token;
            down(bench.nodes(), () -> {});
        }
    }

    @LockRule(
            id = "D04",
            statement =
                    "A server that stood still for longer than the leases gives no lock to two, and its old holder knows.",
            why = "What lay in its socket is executed late: a renewal, a release, an acquire.",
            lookAt = "requests that act on what they find instead of on their own claim",
            kinds = {"K17", "K04", "K06"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE},
            uses = Means.NODES,
            alone = true)
    void serversThatStoodStill(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        Lock next = bench.open().lock(name);
        Lock third = bench.open().lock(name);
        Actor holder = Scene.holding(bench, lock);
        NodeFaults nodes = bench.nodes();
        Absence.still(nodes, all(nodes), () -> {
            bench.pause(timing.lease().plus(timing.lease().dividedBy(3)));
            bench.eventually(
                    timing.leaseOver(),
                    "that a holder which cannot renew knows of its loss",
                    () -> !holder.get("isHeld()", () -> client.isHeld(lock)));
        });
        Check.that(
                Scene.tryFor(next, timing.leaseOver().multipliedBy(2)),
                "the lock was not to be had after the servers went on");
        bench.pause(Duration.ofMillis(100));
        Scene.isTaken(third, "after servers that stood still went on");
        holder.run(
                "unlock()",
                () -> Check.fails(
                        IllegalMonitorStateException.class, "unlock() after the lock was lost", lock::unlock));
        Check.succeeds("unlock() by the new holder", next::unlock);
    }

    @LockRule(
            id = "D05",
            statement = "A hold survives a quick restart of servers that keep their data.",
            why = "Maintenance must not end every section.",
            lookAt = "renewal after a reconnect, and scripts that a restarted server does not know",
            kinds = {"K16", "K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL},
            uses = Means.NODES,
            alone = true)
    void holdAcrossARestart(Bench bench) throws Exception {
        NodeFaults nodes = bench.nodes();
        String name = bench.name();
        // Starting a server takes its time, so the lease is long.
        LockClient client = bench.open(bench.timing().lease().multipliedBy(6));
        Lock lock = client.lock(name);
        Lock other = bench.open().lock(name);
        lock.lock();
        down(nodes, () -> {});
        if (nodes.keepsData()) {
            bench.pause(bench.timing().lease().multipliedBy(3));
            Scene.isTaken(other, "after its servers were restarted with their data");
            Check.succeeds("unlock() after a restart", lock::unlock);
        } else {
            Check.that(
                    Scene.tryFor(other, bench.timing().leaseOver()),
                    "a lock was held by servers that have forgotten it");
            Check.fails(IllegalMonitorStateException.class, "unlock() of a lock that was forgotten", lock::unlock);
            other.unlock();
        }
    }

    @LockRule(
            id = "D16",
            statement =
                    "What a waiter gets after the servers were away for longer than its lease is its own: nobody else gets it, for as long as it is renewed.",
            why =
                    "Servers that come back remember a session or a place in the queue that the client has given up; a lock got by it ends with it.",
            lookAt =
                    "a grant to what was there before the outage: whose session made the node, and which claim the entry is of",
            kinds = {"K16", "K05", "K06"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL},
            uses = Means.NODES,
            alone = true)
    void grantAfterALongOutageIsKept(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        // Servers that have just started are slow, and no lease shall end for that.
        Duration lease = timing.lease().multipliedBy(2);
        Lock held = bench.open(lease).lock(name);
        Lock wanted = bench.open(lease).lock(name);
        Lock other = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        // Long enough for the client to give up what it had before, too.
        down(bench.nodes(), () -> bench.pause(lease.multipliedBy(2)));
        holder.run("unlock()", () -> {
            try {
                held.unlock();
            } catch (RuntimeException lostOrUnavailable) {
                // The servers may have ended it.
            }
        });
        wait.within(timing.leaseOver().multipliedBy(2));
        for (int i = 0; i < 9; i++) {
            Scene.isTaken(other, "that a waiter had got after the servers came back, and whose holder lives");
            bench.pause(lease.dividedBy(3));
        }
        Check.succeeds(
                "unlock() by a waiter that waited through an outage", () -> waiter.run("unlock()", wanted::unlock));
    }
}
