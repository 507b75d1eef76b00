package io.lockspi.tck.rules;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Timing;
import java.util.List;

/** Leaders that resign, leave and close. */
final class HandOverRules {

    @LockRule(
            id = "E10",
            statement = "After resign() the leader leads no more, and one of those who wait does, promptly.",
            why = "It is how a leader gives way before maintenance, without a gap.",
            lookAt = "a resignation that waits for the lease; one that keeps the claim",
            kinds = {"K18"},
            election = true)
    void resignationHandsOver(Bench bench) throws Exception {
        String name = bench.electionName();
        LeaderElection leader = Polls.leading(bench, bench.open(), name);
        Leadership term = leader.leadership().orElseThrow();
        List<LeaderElection> others = Polls.candidates(bench, name, 2);
        bench.pause(bench.timing().moment());
        Check.that(leader.resign(), "resign() of the leader said that it did not lead");
        Check.that(!term.isCurrent(), "a term goes on after resign()");
        Check.that(!leader.isLeader(), "whoever resigned leads, before those who wait");
        Polls.soleLeader(bench, others, bench.timing().prompt(), "after resign()");
        Check.that(!leader.resign(), "resign() of one that does not lead said that it did");
    }

    @LockRule(
            id = "E11",
            statement = "Whoever has resigned leads again only after all who waited then.",
            why = "Otherwise resign() hands over to oneself.",
            lookAt = "where the candidate queues after resign(), and whether the store looks at its queue",
            kinds = {"K10"},
            needs = LockCapability.FAIR,
            election = true)
    void resignerQueuesLast(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        LeaderElection first = Polls.leading(bench, bench.open(), name);
        LeaderElection second = bench.candidate(bench.open(), name);
        bench.pause(timing.moment());
        LeaderElection third = bench.candidate(bench.open(), name);
        bench.pause(timing.moment());
        for (LeaderElection resigning : List.of(first, second, third)) {
            LeaderElection next = resigning == first ? second : resigning == second ? third : first;
            Check.that(resigning.resign(), "resign() of the leader said that it did not lead");
            LeaderElection leader =
                    Polls.soleLeader(bench, List.of(first, second, third), timing.prompt(), "after resign()");
            Check.that(leader == next, "after resign() another leads than the one that has waited for longest");
        }
    }

    @LockRule(
            id = "E12",
            statement = "A candidate that resigned is one still: with nobody else it leads again, in a later term.",
            why = "Resigning is not leaving, and an election without a leader helps nobody.",
            lookAt = "what resign() does with the candidacy",
            needs = LockCapability.FENCING_TOKENS,
            election = true)
    void resignerIsACandidateStill(Bench bench) throws Exception {
        LeaderElection only = Polls.leading(bench, bench.open(), bench.electionName());
        Leadership former = only.leadership().orElseThrow();
        Check.that(only.resign(), "resign() of the leader said that it did not lead");
        Check.that(only.isCandidate(), "a candidate that resigned is none any more");
        Leadership next = Polls.term(only, bench.timing().prompt(), "after it had resigned, though it is the only one");
        Check.that(next.term() > former.term(), "a term of " + next.term() + " followed one of " + former.term());
    }

    @LockRule(
            id = "E13",
            statement = "leave() hands over promptly, and whoever has left, leading or waiting, is not elected.",
            why = "A process that goes down takes nothing with it.",
            lookAt = "the entry in the store's queue of a candidate that leaves",
            kinds = {"K01", "K18"},
            election = true)
    void whoeverLeftIsNotElected(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.electionName();
        LeaderElection leader = Polls.leading(bench, bench.open(), name);
        LeaderElection leaving = bench.candidate(bench.open(), name);
        bench.pause(timing.moment());
        LeaderElection last = bench.candidate(bench.open(), name);
        bench.pause(timing.moment());
        leaving.leave();
        leader.leave();
        Polls.term(last, timing.prompt(), "after the leader and the first in the queue had left");
        Check.that(!leader.isLeader() && !leaving.isLeader(), "somebody leads who has left");
        Check.that(!leader.isCandidate() && !leaving.isCandidate(), "somebody who has left is a candidate");
        leaving.join();
        last.leave();
        Polls.term(leaving, timing.prompt(), "after it had joined again");
    }

    @LockRule(
            id = "E14",
            statement = "A client that is closed hands over promptly, and its candidates are none any more.",
            why = "An orderly restart must not cost a lease.",
            lookAt = "what close() does with the claims of candidates",
            kinds = {"K18"},
            election = true)
    void closedClientHandsOver(Bench bench) throws Exception {
        String name = bench.electionName();
        LockClient client = bench.open();
        LeaderElection leader = Polls.leading(bench, client, name);
        LeaderElection next = bench.candidate(bench.open(), name);
        bench.pause(bench.timing().moment());
        client.close();
        Check.that(!leader.isLeader(), "a candidate of a closed client leads");
        Check.that(!leader.isCandidate(), "a candidate of a closed client is one still");
        Polls.term(next, bench.timing().prompt(), "after the leader's client was closed");
        Check.fails(IllegalStateException.class, "join() after the close", leader::join);
    }

    @LockRule(
            id = "E15",
            statement = "A term that is over stays over, also when the same candidate leads again.",
            why = "A job that outlasts its term must not take the next term for its own.",
            lookAt = "work that asks whether the candidate leads, instead of whether its own term goes on",
            kinds = {"K17"},
            election = true)
    void endedTermStaysOver(Bench bench) throws Exception {
        LeaderElection only = Polls.leading(bench, bench.open(), bench.electionName());
        Leadership former = only.leadership().orElseThrow();
        long number = former.term();
        only.resign();
        Leadership next = Polls.term(only, bench.timing().prompt(), "after it had resigned, though it is the only one");
        Check.that(next.isCurrent(), "the term of the leader is not current");
        Check.that(!former.isCurrent(), "a term of the past is current again");
        Check.that(former.remaining().isZero(), "a term of the past has time left");
        Check.equal(number, former.term(), "the number of a term that is over");
    }
}
