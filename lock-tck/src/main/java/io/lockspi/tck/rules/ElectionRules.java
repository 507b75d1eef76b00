package io.lockspi.tck.rules;

import io.lockspi.LeaderElection;
import io.lockspi.LeaderInfo;
import io.lockspi.Leadership;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Stopwatch;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** One leader, who stays. */
@SuppressWarnings("LockNotBeforeTry")
final class ElectionRules {

    @LockRule(
            id = "E01",
            statement = "Of five candidates one leads, and never two.",
            why = "It is what an election is for.",
            lookAt = "whether all candidates compete for one record, and whether the store decides in one step",
            kinds = {"K19"},
            election = true)
    void oneLeads(Bench bench) throws Exception {
        List<LeaderElection> candidates = Polls.candidates(bench, bench.electionName(), 5);
        LeaderElection leader =
                Polls.soleLeader(bench, candidates, bench.timing().prompt(), "after five candidates had joined");
        Polls.neverTwo(bench, candidates, bench.timing().lease());
        Check.that(leader.isLeader(), "the leader was replaced without any reason");
        Check.that(candidates.stream().allMatch(LeaderElection::isCandidate), "somebody is no candidate any more");
    }

    @LockRule(
            id = "E02",
            statement = "A leader that lives stays leader over 100 renewals, though five others wait.",
            why = "A new leader begins anew: schedules slip, logs are in two places, caches are cold.",
            lookAt =
                    "a term that ends with its lease and is competed for; a claim that is passed on to the next waiter",
            kinds = {"K05"},
            needs = LockCapability.RENEWAL,
            election = true)
    void incumbentStays(Bench bench) throws Exception {
        String name = bench.electionName();
        // Long enough that no stall of the machine ends it in all this time.
        Duration lease = bench.timing().brief().multipliedBy(2);
        LockClient client = bench.open(lease);
        LeaderElection incumbent = Polls.leading(bench, client, name);
        List<LeaderElection> all = new ArrayList<>(Polls.candidates(bench, name, 4));
        all.add(bench.candidate(client, name));
        all.add(incumbent);
        Leadership term = incumbent.leadership().orElseThrow();
        Polls.neverTwo(bench, all, lease.multipliedBy(34));
        Check.that(
                term.isCurrent() && incumbent.isLeader(),
                "a leader was replaced within 100 renewals, though it was alive and able");
    }

    @LockRule(
            id = "E03",
            statement = "Terms rise strictly from leader to leader, however a term ended.",
            why = "A resource can refuse the leader of yesterday only if its term is lower.",
            lookAt = "a term that is counted by the candidate, or begins at 1 with each reign",
            kinds = {"K12"},
            needs = LockCapability.FENCING_TOKENS,
            election = true)
    void termsRise(Bench bench) throws Exception {
        String name = bench.electionName();
        long before = 0;
        for (int i = 0; i < 9; i++) {
            LockClient client = bench.open();
            LeaderElection candidate = bench.candidate(client, name);
            long term = Polls.term(candidate, bench.timing().prompt(), "after its predecessor had gone")
                    .term();
            Check.that(term > before, "a term of " + term + " followed one of " + before);
            before = term;
            switch (i % 3) {
                case 0 -> candidate.leave();
                case 1 -> {
                    candidate.resign();
                    candidate.leave();
                }
                default -> client.close();
            }
        }
    }

    @LockRule(
            id = "E04",
            statement = "A term keeps its number for as long as it lasts.",
            why = "A leader whose number changes locks itself out of what it guards.",
            lookAt = "a renewal that mints a token, or a term that is read from the store's counter",
            kinds = {"K12"},
            needs = {LockCapability.FENCING_TOKENS, LockCapability.RENEWAL},
            election = true)
    void termKeepsItsNumber(Bench bench) throws Exception {
        LeaderElection leader = Polls.leading(bench, bench.openRenewed(), bench.electionName());
        long term = leader.leadership().orElseThrow().term();
        for (int i = 0; i < 8; i++) {
            bench.pause(bench.timing().lease().dividedBy(4));
            Check.equal(term, leader.leadership().orElseThrow().term(), "the number of a term that goes on");
        }
        Check.equal(term, leader.awaitLeadership().term(), "the number of a term that is waited for again");
    }

    @LockRule(
            id = "E05",
            statement =
                    "A wait for leadership ends with the election, after its time, or by an interrupt, and only with leave() the candidacy ends.",
            why = "Whoever waits to lead must be able to do something else.",
            lookAt = "the loop around the wait, and what it does with the interrupt",
            kinds = {"K07", "K08"},
            election = true)
    void waitingHasThreeEnds(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        LeaderElection leader = Polls.leading(bench, bench.open(), name);
        LeaderElection waiting = bench.candidate(bench.open(), name);
        Stopwatch watch = bench.stopwatch();
        Optional<Leadership> none = waiting.awaitLeadership(timing.moment());
        Check.that(none.isEmpty(), "a candidate leads while another does");
        watch.atLeast(timing.moment(), "awaitLeadership(" + Check.millis(timing.moment()) + ")");
        watch.atMost(timing.moment().plus(timing.overshoot()), "awaitLeadership()");
        Actor actor = bench.actor();
        Step<?> interrupted = actor.begin("awaitLeadership()", () -> waiting.awaitLeadership());
        interrupted.goesOnFor(timing.moment());
        actor.interrupt();
        interrupted.failsWithin(timing.prompt(), InterruptedException.class);
        Check.that(waiting.isCandidate(), "an interrupted wait ended the candidacy");
        Step<?> elected = actor.begin("awaitLeadership()", () -> waiting.awaitLeadership());
        elected.goesOnFor(timing.moment());
        leader.leave();
        elected.within(timing.prompt());
        Step<?> left = bench.actor().begin("awaitLeadership() of one that has left", () -> leader.awaitLeadership());
        left.failsWithin(timing.prompt(), IllegalStateException.class);
    }

    @LockRule(
            id = "E06",
            statement = "The store tells who leads, in which term, and that nobody does.",
            why = "People ask where the job runs.",
            lookAt = "inspect() of the record behind the election",
            needs = LockCapability.INSPECTION,
            election = true)
    void storeTellsWhoLeads(Bench bench) throws Exception {
        String name = bench.electionName();
        LeaderElection asking = bench.election(bench.open(), name);
        Check.that(asking.inspect().isEmpty(), "somebody is said to lead an election without candidates");
        LeaderElection leader = Polls.leading(bench, bench.open(), name);
        LeaderInfo info =
                asking.inspect().orElseThrow(() -> new io.lockspi.tck.bench.RuleBroken("nobody is said to lead"));
        Check.equal(name, info.election(), "the name of the election");
        Check.equal(ProcessHandle.current().pid(), info.pid(), "the leader's process");
        Check.equal(leader.leadership().orElseThrow().term(), info.term(), "the leader's term as others see it");
        leader.leave();
        Check.that(asking.inspect().isEmpty(), "somebody is said to lead after the only candidate has left");
    }

    @Refusal(of = "E06", statement = "LeaderElection.inspect() throws UnsupportedOperationException.")
    void inspectIsRefused(Bench bench) {
        LeaderElection election = bench.election(bench.open(), bench.electionName());
        Check.fails(UnsupportedOperationException.class, "inspect() of an election", election::inspect);
    }

    @LockRule(
            id = "E07",
            statement = "An election has nothing to do with a lock of the same name, nor with other elections.",
            why = "Two teams choose the same name.",
            lookAt = "the name of the record behind the election",
            kinds = {"K14"},
            election = true)
    void namesAreApart(Bench bench) throws Exception {
        String name = bench.electionName();
        LockClient client = bench.open();
        Lock lock = client.lock(bench.use(name));
        lock.lock();
        LeaderElection leader = Polls.leading(bench, bench.open(), name);
        Scene.isTaken(bench.open().lock(name), "of the same name as an election");
        lock.unlock();
        Scene.isFree(bench.open().lock(name), "though only an election of its name is led");
        Check.that(leader.isLeader(), "unlock() of a lock ended the leadership of the election of its name");
        LeaderElection below = client.election(name + "/0");
        below.join();
        Polls.term(below, bench.timing().prompt(), "in an election whose name begins with another's");
        below.leave();
    }

    @LockRule(
            id = "E08",
            statement = "200 elections of one client cost no threads, and can all be left.",
            why = "One election for each shard or tenant is a natural use.",
            lookAt = "a thread for each candidate",
            kinds = {"K12"},
            election = true,
            alone = true)
    void electionsCostNoThreads(Bench bench) throws Exception {
        String base = bench.electionName();
        LockClient client = bench.open();
        LockClient rival = bench.open();
        for (LockClient each : List.of(client, rival)) {
            LeaderElection first = each.election(base);
            first.join();
            first.leave();
        }
        int before = Thread.getAllStackTraces().size();
        List<LeaderElection> leaders = new ArrayList<>();
        List<LeaderElection> waiting = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            leaders.add(client.election(base + "-" + i));
            waiting.add(rival.election(base + "-" + i));
        }
        leaders.forEach(LeaderElection::join);
        for (LeaderElection leader : leaders) {
            Polls.term(leader, bench.timing().prompt(), "as the only candidate");
        }
        waiting.forEach(LeaderElection::join);
        bench.eventually(
                bench.timing().prompt().multipliedBy(2),
                "that 400 candidates use fewer than 50 threads more",
                () -> Thread.getAllStackTraces().size() - before < 50);
        waiting.forEach(LeaderElection::leave);
        leaders.forEach(LeaderElection::leave);
        leaders.forEach(LeaderElection::join);
        for (LeaderElection leader : leaders) {
            Polls.term(leader, bench.timing().prompt(), "after everybody had left");
            leader.leave();
        }
    }
}
