package io.lockspi.tck.rules;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import java.util.concurrent.locks.Lock;

/** What a client says of its own holds. */
@SuppressWarnings("LockNotBeforeTry")
final class BeliefRules {

    @LockRule(
            id = "T39",
            statement =
                    "A client that can say whether it holds a lock does not say so a lease after the lock was taken away and another client has it.",
            why = "It is the question that a long section asks before its next step.",
            lookAt = "an answer from a table of the process that nothing corrects",
            kinds = {"K05", "K16"},
            uses = Means.EVICTION)
    void evictedHolderDoesNotBelieve(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lost = client.lock(name);
        Lock next = bench.openRenewed().lock(name);
        Actor holder = Scene.holding(bench, lost);
        bench.eviction().evict(name);
        Check.that(Scene.tryFor(next, bench.timing().prompt()), "the lock was not to be had after it was taken away");
        bench.pause(bench.timing().lease());
        String answer = holder.get("isHeld()", () -> {
            try {
                return Boolean.toString(client.isHeld(lost));
            } catch (UnsupportedOperationException cannotSay) {
                return "cannot say";
            }
        });
        Check.that(
                !answer.equals("true"),
                "isHeld() is true " + Check.millis(bench.timing().lease())
                        + " after the lock was taken away, and another client has it");
        endQuietly(next);
    }

    /** Without renewal the new holder's lease may be over by now. */
    private static void endQuietly(Lock lock) {
        try {
            lock.unlock();
        } catch (RuntimeException over) {
            // Not what this is about.
        }
    }
}
