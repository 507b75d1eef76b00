package io.lockspi.tck.rules;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Several servers of which some are away: fewer than half stop nobody, half or more grant nothing. */
@SuppressWarnings("LockNotBeforeTry")
final class QuorumRules {

    @LockRule(
            id = "D06",
            statement = "While a minority of the servers is down, locks are granted, exclude others and are released.",
            why = "It is what several servers are for.",
            lookAt = "how many answers an acquire and a release need, and what a refused connection counts as",
            kinds = {"K15", "K16"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void minorityDown(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        Absence.down(bench.nodes(), Absence.minority(bench.nodes()), () -> worksAsEver(bench, lock, other));
    }

    @LockRule(
            id = "D07",
            statement =
                    "While a minority of the servers stands still, locks are granted, exclude others and are released.",
            why = "A server that is silent holds up more than one that is gone.",
            lookAt = "whether the answers of a majority are enough, or the slowest server is waited for",
            kinds = {"K15", "K17"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void minorityStandsStill(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.openRenewed().lock(name);
        Lock other = bench.openRenewed().lock(name);
        Absence.still(bench.nodes(), Absence.minority(bench.nodes()), () -> worksAsEver(bench, lock, other));
    }

    private static void worksAsEver(Bench bench, Lock lock, Lock other) throws Exception {
        Check.that(
                Scene.tryFor(lock, bench.timing().leaseOver().multipliedBy(2)),
                "the lock was not to be had while a minority of the servers was away");
        Absence.isNotGranted(bench, other, "while a minority of the servers was away");
        lock.unlock();
        Scene.becomesFree(other, bench.timing().leaseOver(), "while a minority of the servers was away");
    }

    @LockRule(
            id = "D08",
            statement = "While a majority of the servers is down nothing is granted; afterwards the same objects work.",
            why = "The others may have granted it elsewhere.",
            lookAt = "a majority of those that answered, where a majority of all is needed",
            kinds = {"K15", "K16"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void majorityDown(Bench bench) throws Exception {
        Timing timing = bench.timing();
        Lock lock = bench.open().lock(bench.name());
        lock.lock();
        lock.unlock();
        Absence.down(bench.nodes(), Absence.majority(bench.nodes()), () -> {
            try {
                Check.that(
                        !Scene.tryFor(lock, timing.lease()), "a lock was granted while a majority of servers was down");
            } catch (RuntimeException unavailable) {
                // As it should be.
            }
        });
        Check.that(
                Scene.tryFor(lock, timing.leaseOver().multipliedBy(2)),
                "the lock was not to be had after the servers came back");
        lock.unlock();
    }

    @LockRule(
            id = "D09",
            statement =
                    "A hold lives on while a minority of the servers, and their leader first, is down; whoever waits is served after it.",
            why = "A server that dies must not end what it did not keep alone.",
            lookAt = "renewal that needs every server, and what a new leader knows of claims",
            kinds = {"K15", "K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void holdOutlivesAMinority(Bench bench) throws Exception {
        Timing timing = bench.timing();
        Duration lease = timing.lease().multipliedBy(4);
        String name = bench.name();
        Lock held = bench.open(lease).lock(name);
        Lock wanted = bench.open(lease).lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        Absence.down(bench.nodes(), Absence.minority(bench.nodes()), () -> {
            wait.goesOnFor(lease.plus(timing.moment()));
            holder.run("unlock() after a minority went down", held::unlock);
            wait.within(timing.leaseOver());
        });
        waiter.run("unlock()", wanted::unlock);
    }

    @LockRule(
            id = "D10",
            statement =
                    "Servers that keep their data can be restarted one after the other while a lock is held, and nobody notices.",
            why = "It is how clusters are kept up to date.",
            lookAt =
                    "servers that were written off after one failure, and claims that are not on enough servers any more",
            kinds = {"K15", "K16"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void oneAfterTheOther(Bench bench) throws Exception {
        NodeFaults nodes = bench.nodes();
        String name = bench.name();
        Duration lease = bench.timing().lease().multipliedBy(4);
        Lock held = bench.open(lease).lock(name);
        Lock other = bench.open().lock(name);
        held.lock();
        for (int node = 0; node < nodes.size(); node++) {
            // Long enough for a renewal to miss it.
            Duration away = lease.dividedBy(3).plus(bench.timing().moment());
            Absence.down(nodes, List.of(node), () -> bench.pause(away));
        }
        if (nodes.keepsData()) {
            Absence.down(nodes, Absence.minority(nodes), () -> {
                Absence.isNotGranted(bench, other, "after its servers were restarted one after the other");
                Check.succeeds("unlock() after the servers were restarted", held::unlock);
            });
        } else {
            try {
                held.unlock();
            } catch (IllegalMonitorStateException forgotten) {
                // Servers that forget need longer than this between two restarts.
            }
        }
    }

    @LockRule(
            id = "D11",
            statement = "A release while a minority of the servers is down leaves nothing behind on them.",
            why = "What is left of a claim on a server that comes back counts against the next one.",
            lookAt = "releases that are sent once, or only to the servers that granted",
            kinds = {"K15", "K12", "K07"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void releaseReachesThoseWhoWereAway(Bench bench) throws Exception {
        NodeFaults nodes = bench.nodes();
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock next = bench.open().lock(name);
        List<Integer> away = Absence.minority(nodes);
        lock.lock();
        Absence.down(nodes, away, () -> {
            try {
                lock.unlock();
            } catch (RuntimeException notConfirmedYet) {
                // It goes on in the background.
            }
        });
        List<Integer> others = Absence.minorityWithout(nodes, away);
        Absence.down(
                nodes,
                others,
                () -> Scene.becomesFree(
                        next,
                        bench.timing().leaseOver().multipliedBy(2),
                        "after a release while some servers were down, which are back"));
    }

    @LockRule(
            id = "D12",
            statement =
                    "A holder knows of its loss when a majority of the servers has stood still for its lease; then the lock is had by one.",
            why = "A minority that still answers says nothing about what the others grant.",
            lookAt = "a renewal that counts as confirmed although most servers were silent",
            kinds = {"K15", "K05", "K17"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = Means.NODES,
            alone = true)
    void majorityStandsStill(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        Lock next = bench.open().lock(name);
        Lock third = bench.open().lock(name);
        Actor holder = Scene.holding(bench, lock);
        Absence.still(bench.nodes(), Absence.majority(bench.nodes()), () -> {
            bench.pause(timing.lease().plus(timing.lease().dividedBy(3)));
            bench.eventually(
                    timing.leaseOver(),
                    "that a holder which can renew at a minority only knows of its loss",
                    () -> !holder.get("isHeld()", () -> client.isHeld(lock)));
        });
        Check.that(
                Scene.tryFor(next, timing.leaseOver().multipliedBy(2)),
                "the lock was not to be had after the servers went on");
        Absence.isNotGranted(bench, third, "after a majority that stood still went on");
        holder.run(
                "unlock()",
                () -> Check.fails(
                        IllegalMonitorStateException.class, "unlock() after the lock was lost", lock::unlock));
        Check.succeeds("unlock() by the new holder", next::unlock);
    }

    @LockRule(
            id = "D13",
            statement =
                    "A holder that reaches one server only, and that one cut off from the others, knows of its loss before the next one holds.",
            why = "Such a server goes on answering; what it says may be long over.",
            lookAt = "reads, or answers of one server, that count as a sign that the claim still stands",
            kinds = {"K15", "K05", "K06"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = {Means.NODES, Means.NETWORK},
            alone = true)
    void cutOffTogether(Bench bench) throws Exception {
        Timing timing = bench.timing();
        NodeFaults nodes = bench.nodes();
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        LockClient client = link.client();
        Lock lock = client.lock(name);
        Actor holder = Scene.holding(bench, lock);
        Lock wanted = bench.open().lock(name);
        int lonely = Absence.follower(nodes);
        for (int node = 0; node < nodes.size(); node++) {
            if (node != lonely) {
                link.refuse(node);
            }
        }
        nodes.isolate(lonely);
        try {
            Step<Boolean> next = bench.actor().begin("lock() by the next client", () -> {
                wanted.lock();
                boolean believed = holder.get("isHeld()", () -> client.isHeld(lock));
                wanted.unlock();
                return believed;
            });
            Check.that(
                    !next.within(timing.leaseOver().multipliedBy(3)),
                    "the holder, which reached one server only, believed that it held the lock when another had it");
        } finally {
            nodes.rejoin(lonely);
            link.heal();
        }
        holder.run(
                "unlock()",
                () -> Check.fails(
                        IllegalMonitorStateException.class, "unlock() after the lock was lost", lock::unlock));
    }

    @LockRule(
            id = "D14",
            statement = "A client that does not reach a minority of the servers works as others do.",
            why = "Not every path is as good as the others, and a client has no vote on which servers count.",
            lookAt = "requests that need every server, and whether another server is asked when one is not reached",
            kinds = {"K15", "K03"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.SURVIVES_MINORITY_FAILURE},
            uses = {Means.NODES, Means.NETWORK},
            alone = true)
    void minorityOutOfReach(Bench bench) throws Exception {
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        Lock lock = link.client().lock(name);
        Lock other = bench.open().lock(name);
        lock.lock();
        lock.unlock();
        for (int node : Absence.minority(bench.nodes())) {
            link.refuse(node);
        }
        worksAsEver(bench, lock, other);
        link.heal();
    }

    @LockRule(
            id = "D15",
            statement = "Tokens rise whichever servers are down at one acquire and at the next.",
            why = "Two majorities share one server, and it is enough if that one remembers.",
            lookAt = "a token that one server alone decides",
            kinds = {"K15", "K12"},
            needs = {
                LockCapability.CROSS_PROCESS,
                LockCapability.FENCING_TOKENS,
                LockCapability.SURVIVES_MINORITY_FAILURE
            },
            uses = Means.NODES,
            alone = true)
    void tokensRiseWhoeverIsAway(Bench bench) throws Exception {
        NodeFaults nodes = bench.nodes();
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        long[] before = new long[1];
        for (int first = 0; first < nodes.size(); first++) {
            Absence.down(nodes, Absence.minorityFrom(nodes, first), () -> {
                Check.that(
                        Scene.tryFor(lock, bench.timing().leaseOver().multipliedBy(2)),
                        "the lock was not to be had while a minority of the servers was down");
                long token = client.fencingToken(lock);
                lock.unlock();
                Check.that(
                        token > before[0],
                        "with other servers down a token of " + token + " followed one of " + before[0]);
                before[0] = token;
            });
        }
    }
}
