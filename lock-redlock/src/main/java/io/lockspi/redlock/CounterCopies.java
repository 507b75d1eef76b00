package io.lockspi.redlock;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gives a node that has restarted the counter of one lock: the highest of at least half of the others (rounded up), which
 * must meet every majority that the node's lost vote belonged to. If too few others have a counter that counts, because a
 * majority has restarted, the highest of everything that ALL nodes have is taken, and the wall clock has to make up for
 * what was lost. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // listeners and own promises tell of the outcome
final class CounterCopies {
    private static final Logger LOG = System.getLogger(CounterCopies.class.getName());

    private final Group group;
    private final Map<String, CompletableFuture<Boolean>> running = new HashMap<>();

    CounterCopies(Group group) {
        this.group = group;
    }

    /** Copies; true if the node's counter is right now. Calls that come meanwhile share the result. */
    CompletableFuture<Boolean> copy(String lockName, int node) {
        String key = node + ":" + lockName;
        CompletableFuture<Boolean> current = running.get(key);
        if (current == null) {
            NodeKeys keys = group.keys(lockName);
            current = Round.ask(
                            group,
                            RedlockScript.READ_COUNTER,
                            lockName,
                            List.of(keys.fence(), keys.boot()),
                            List.of(group.options().maxLeaseMillis()))
                    .thenCompose(round -> copy(lockName, node, round));
            running.put(key, current);
            current.whenComplete((done, error) -> running.remove(key));
        }
        return current;
    }

    private CompletableFuture<Boolean> copy(String lockName, int target, Round round) {
        List<Object> its = round.reply(target);
        if (its == null || its.size() < 4) {
            return CompletableFuture.completedFuture(false);
        }
        Highest counting = new Highest();
        Highest all = new Highest();
        for (Node node : group.nodes()) {
            List<Object> reply = round.reply(node.index);
            if (reply != null && reply.size() == 4) {
                all.add(reply);
                if (node.index != target && Group.number(reply, 0) == 1) {
                    counting.add(reply);
                }
            }
        }
        Highest source = counting.nodes >= (group.size() + 1) / 2 ? counting : all.nodes == group.size() ? all : null;
        if (source == null) {
            return CompletableFuture.completedFuture(false);
        }
        if (source == all) {
            LOG.log(
                    Level.WARNING,
                    "most servers of " + group.options().where() + " have restarted, so tokens of lock '" + lockName
                            + "' rise by what is left of their counters and by the wall clock");
        }
        return write(lockName, target, (String) its.get(3), source);
    }

    private CompletableFuture<Boolean> write(String lockName, int target, String run, Highest source) {
        NodeKeys keys = group.keys(lockName);
        return group.nodes()
                .get(target)
                .ask(
                        lockName,
                        RedlockScript.SET_COUNTER,
                        List.of(keys.fence(), keys.boot()),
                        List.of(
                                run,
                                Long.toString(source.counter),
                                Long.toString(source.floor),
                                group.options().maxLeaseMillis()))
                .handle((reply, error) -> set(reply))
                .toCompletableFuture();
    }

    private boolean set(@Nullable List<Object> reply) {
        boolean done = reply != null && Group.number(reply, 0) == 1;
        if (done) {
            group.counts().copies.increment();
        }
        return done;
    }

    private static final class Highest {
        int nodes;
        long counter;
        long floor;

        void add(List<Object> reply) {
            nodes++;
            counter = Math.max(counter, Group.number(reply, 1));
            floor = Math.max(floor, Group.number(reply, 2));
        }
    }
}
