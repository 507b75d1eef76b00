package io.lockspi.tck.rules;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Timing;
import io.lockspi.tck.holder.Holder;
import java.util.List;

/** Leaders that die, stand still, are cut off or forgotten. */
final class ElectionFaultRules {

    private static long leads(Bench bench, Holder holder, String name) throws Exception {
        Check.equal("done", holder.ask("election-join " + name), "the other process's answer to join()");
        long term = Long.parseLong(holder.ask(
                "election-await " + name + " " + bench.timing().prompt().toMillis()));
        Check.that(term > 0, "another process did not lead as the only candidate");
        return term;
    }

    @LockRule(
            id = "E30",
            statement = "When the leader's process is killed, another leads after its lease, in a higher term.",
            why = "It is why there are several candidates.",
            lookAt = "an expiry that is missing, or set by a second command that never came",
            kinds = {"K01", "K18"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.FENCING_TOKENS},
            uses = Means.PROCESSES,
            election = true)
    void killedLeaderIsReplaced(Bench bench) throws Exception {
        String name = bench.electionName();
        Holder holder = bench.holder();
        long former = leads(bench, holder, name);
        LeaderElection next = bench.candidate(bench.open(), name);
        bench.pause(bench.timing().lease());
        if (next.isLeader()) {
            // So it may be if the machine stood still for longer than a lease; but then the other one knows.
            Check.equal(
                    "false", holder.ask("election-leads " + name), "isLeader() in another process, beside a leader");
        }
        holder.jvm().process().kill();
        long term = Polls.term(next, bench.timing().leaseOver(), "after the leader's process was killed")
                .term();
        Check.that(term > former, "a term of " + term + " followed one of " + former);
    }

    @LockRule(
            id = "E31",
            statement =
                    "A leader that stood still for longer than its lease knows at once that it leads no more, and comes back only in a higher term.",
            why = "What it was about to do belongs to another now.",
            lookAt = "a leadership that is a boolean, set and cleared from time to time",
            kinds = {"K17", "K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.FENCING_TOKENS},
            uses = {Means.PROCESSES, Means.SIGNALS},
            election = true)
    void pausedLeaderFindsOutByItself(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        Holder holder = bench.holder();
        leads(bench, holder, name);
        LeaderElection next = bench.candidate(bench.open(), name);
        holder.jvm().process().pause();
        long term = Polls.term(next, timing.leaseOver(), "after the leader stood still")
                .term();
        holder.send("election-leads " + name);
        holder.jvm().process().resume();
        Check.equal("false", holder.answer(), "isLeader() in a process that stood still, beside the next leader");
        bench.pause(timing.moment());
        Check.that(next.isLeader(), "a leader was replaced by one of the past");
        Check.equal("false", holder.ask("election-leads " + name), "isLeader() in a process that stood still before");
        next.leave();
        long later = Long.parseLong(
                holder.ask("election-await " + name + " " + timing.prompt().toMillis()));
        Check.equal("done", holder.ask("election-leave " + name), "the other process's answer to leave()");
        Check.that(later > term, "a process that had stood still leads in term " + later + ", after one of " + term);
    }

    @LockRule(
            id = "E32",
            statement =
                    "A leader that is cut off has found itself deposed when another leads, and afterwards there is one leader.",
            why = "It cannot be told, so it must know by itself.",
            lookAt = "validity that is counted from the answer; a leadership that only a message ends",
            kinds = {"K17", "K06"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE, LockCapability.FENCING_TOKENS},
            uses = Means.NETWORK,
            election = true)
    void cutOffLeaderKnowsByItself(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        NetworkFaults.Link link = bench.link();
        LeaderElection former = Polls.leading(bench, link.client(), name);
        var diary = new ElectionListenerRules.Diary();
        var unused = former.addListener(diary);
        Leadership old = former.leadership().orElseThrow();
        LeaderElection next = bench.candidate(bench.openRenewed(), name);
        link.silence();
        Leadership fresh = Polls.term(next, timing.leaseOver(), "after the leader was cut off");
        Check.that(!former.isLeader() && !old.isCurrent(), "a leader that is cut off believes in a term that is over");
        Check.that(fresh.term() > old.term(), "a term of " + fresh.term() + " followed one of " + old.term());
        diary.tells(bench, List.of("elected " + old.term(), "EXPIRED " + old.term()));
        link.heal();
        Polls.neverTwo(bench, List.of(former, next), timing.lease());
        Check.that(fresh.isCurrent(), "a leader was replaced by one of the past");
        next.leave();
        long later = Polls.term(former, timing.leaseOver(), "after it was reachable again")
                .term();
        Check.that(later > fresh.term(), "a term of " + later + " followed one of " + fresh.term());
    }

    @LockRule(
            id = "E33",
            statement =
                    "When the first candidate vanishes before it has heard the answer, another leads after a lease.",
            why =
                    "A request that was applied and never confirmed must not leave an election without a leader for ever.",
            lookAt = "a record that gets its expiry by a second command, after the answer to the first",
            kinds = {"K01", "K02"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK,
            election = true)
    void lostAnswerLeavesNoVacancy(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        NetworkFaults.Link link = bench.link();
        // Opens the path, so that the loss meets a request and not the connecting.
        LeaderElection elsewhere = Polls.leading(bench, link.client(), bench.electionName());
        LeaderElection vanishing = bench.election(link.client(), name);
        link.loseAnswers();
        vanishing.join();
        bench.pause(timing.moment());
        link.silence();
        LeaderElection other = bench.candidate(bench.openRenewed(), name);
        Polls.term(other, timing.leaseOver().plus(timing.lease()), "after the first candidate had vanished");
        Check.that(!vanishing.isLeader(), "a candidate leads that was never told so");
        link.heal();
        Polls.neverTwo(bench, List.of(vanishing, other), timing.lease());
        elsewhere.leave();
    }

    @LockRule(
            id = "E34",
            statement = "A connection that breaks every half lease changes nothing: the leader stays, in its term.",
            why = "Connections break more often than leaders.",
            lookAt = "a leadership that is given up when the connection is, and taken again when it is back",
            kinds = {"K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL},
            uses = Means.NETWORK,
            election = true)
    void flappingLinkChangesNothing(Bench bench) throws Exception {
        String name = bench.electionName();
        NetworkFaults.Link link = bench.link();
        LeaderElection leader = Polls.leading(bench, link.client(), name);
        Leadership term = leader.leadership().orElseThrow();
        LeaderElection other = bench.candidate(bench.open(), name);
        for (int i = 1; i <= 6; i++) {
            link.cut();
            Polls.neverTwo(bench, List.of(leader, other), bench.timing().lease().dividedBy(2));
            Check.that(term.isCurrent(), "a term ended after its leader's connection was cut " + i + " times");
        }
        Check.that(!other.isLeader(), "another leads, because of a connection that was cut");
    }

    @LockRule(
            id = "E35",
            statement =
                    "A leader that the store has forgotten is deposed when it hears of it; two may lead until then, for less than a lease, and never in one term.",
            why = "A failover that loses a write makes two leaders; they must not stay.",
            lookAt = "a renewal that creates what it does not find, or that takes the next one's record for its own",
            kinds = {"K16", "K12"},
            needs = {LockCapability.RENEWAL, LockCapability.FENCING_TOKENS},
            uses = Means.EVICTION,
            election = true)
    void forgottenLeaderIsDeposed(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        LeaderElection former = Polls.leading(bench, bench.openRenewed(), name);
        // Nobody else is there yet to take what a renewal might bring back.
        isDeposedOnceForgotten(bench, name, former);
        bench.eventually(timing.leaseOver(), "that the only candidate leads again", () -> former.isLeader());
        Leadership old = former.leadership().orElseThrow();
        LeaderElection other = bench.candidate(bench.openRenewed(), name);
        bench.pause(timing.moment());
        isDeposedOnceForgotten(bench, name, former);
        List<LeaderElection> both = List.of(former, other);
        LeaderElection leader =
                Polls.soleLeader(bench, both, timing.prompt(), "after the store had forgotten the leader");
        Polls.neverTwo(bench, both, timing.lease());
        long term = leader.leadership().orElseThrow().term();
        Check.that(term > old.term(), "a term of " + term + " followed one of " + old.term());
    }

    private static void isDeposedOnceForgotten(Bench bench, String name, LeaderElection leader) throws Exception {
        Leadership old = leader.leadership().orElseThrow();
        bench.eviction().evictLeader(name);
        bench.eventually(
                bench.timing().leaseOver(),
                "that a leader whom the store has forgotten is deposed",
                () -> !old.isCurrent());
    }
}
