package io.lockspi.tck.rules;

import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.RuleBroken;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Which servers are away, and that they come back whatever happens. */
final class Absence {
    private Absence() {}

    /** As many servers as the others can do without; the leader first, if there is one. */
    static List<Integer> minority(NodeFaults nodes) {
        return minorityFrom(nodes, nodes.leader().orElse(0));
    }

    /** A minority that begins with one server. */
    static List<Integer> minorityFrom(NodeFaults nodes, int first) {
        return some(nodes, first, (nodes.size() - 1) / 2);
    }

    /** As many servers as the others cannot do without. */
    static List<Integer> majority(NodeFaults nodes) {
        return some(nodes, nodes.leader().orElse(0), nodes.size() / 2 + 1);
    }

    private static List<Integer> some(NodeFaults nodes, int first, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> (first + i) % nodes.size())
                .toList();
    }

    /** A minority of which none is among these. */
    static List<Integer> minorityWithout(NodeFaults nodes, List<Integer> these) {
        return IntStream.range(0, nodes.size())
                .boxed()
                .filter(node -> !these.contains(node))
                .limit((nodes.size() - 1) / 2)
                .toList();
    }

    /** A server that does not lead. */
    static int follower(NodeFaults nodes) {
        return (nodes.leader().orElse(0) + 1) % nodes.size();
    }

    /** Demands that another client does not get a lock; whether it is told why depends on which server it asked. */
    static void isNotGranted(Bench bench, Lock lock, String when) throws InterruptedException {
        try {
            if (Scene.tryFor(lock, bench.timing().moment())) {
                lock.unlock();
                throw new RuleBroken("another client got the lock " + when);
            }
        } catch (RuntimeException noAnswer) {
            // No answer is no grant.
        }
    }

    /** Kills servers, and starts them again afterwards. */
    static void down(NodeFaults nodes, List<Integer> which, Check.Body meanwhile) throws Exception {
        during(which, nodes::kill, nodes::start, meanwhile);
    }

    /** Pauses servers, and lets them go on afterwards. */
    static void still(NodeFaults nodes, List<Integer> which, Check.Body meanwhile) throws Exception {
        during(which, nodes::pause, nodes::resume, meanwhile);
    }

    private static void during(List<Integer> which, IntConsumer fault, IntConsumer undo, Check.Body meanwhile)
            throws Exception {
        try {
            which.forEach(fault::accept);
            meanwhile.run();
        } finally {
            which.forEach(undo::accept);
        }
    }
}
