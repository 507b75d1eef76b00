package io.lockspi.redlock;

import io.lockspi.redlock.SimulatedNode.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, clients and a network in virtual time, reproducible by its seed: requests and answers are late, lost, doubled and
 * out of order, claims expire, clients crash and forget the time, nodes restart with and without their data (fewer than a
 * majority at one time), clocks run at different rates. No wall clock helps the counters. In half of the runs no clock is
 * right at all: claims expire at any moment, clients do not look at their deadlines, and only tokens are checked.
 */
final class Simulation {
    static final long BLOCK = 4;
    /** Microseconds, as all times. */
    private static final long LONG_LEASE = 100_000;
    /** So short that claims expire while they are acquired. */
    private static final long SHORT_LEASE = 6_000;

    static final long NODE_TIMEOUT = 5_000;
    static final long THINK = 8_000;
    private static final double DRIFT = 0.01;

    /** What is checked. */
    enum Promise {
        /** Blocks of tokens are disjoint. */
        UNIQUE,
        /** Who began after another's grant has a higher token. */
        ORDER,
        /** Never two claims whose deadlines lie ahead. */
        EXCLUSION,
        /** No late renewal brings a released claim back. */
        NO_RETURN,
        /** No majority keeps a claim that asks for it after a later one was granted, whatever clocks say. */
        NO_SUPERSEDED_RENEWAL,
        /** An attempt whose end is confirmed owns no node. */
        NO_ORPHAN
    }

    private record Event(long at, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    private final SplittableRandom random;
    private final Weakness weakness;
    private final boolean doubles;
    private final boolean clocksLie;
    private final int goal;
    private final long lease;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<SimulatedClient> clients;
    private final Map<Promise, String> violations = new EnumMap<>(Promise.class);
    private final Set<Long> ended = new HashSet<>();
    private final long[] tokens;
    private @Nullable Promise sought;
    private long now;
    private long order;
    private long ids;
    private long highest;
    private int grants;
    private int oneRoundTrip;
    private int restarts;
    private long confirmations;

    Simulation(long seed, int nodeCount, int goal, Weakness weakness) {
        this.random = new SplittableRandom(seed);
        this.weakness = weakness;
        // An acquire that arrives twice, out of order, may leave an orphan, so that is only checked without.
        this.doubles = seed % 2 == 0;
        this.clocksLie = seed % 8 >= 4;
        this.goal = goal;
        this.lease = seed % 4 < 2 ? LONG_LEASE : SHORT_LEASE;
        this.tokens = new long[goal];
        for (int i = 0; i < nodeCount; i++) {
            nodes.add(new SimulatedNode(this, 1 + DRIFT * (random.nextDouble() * 2 - 1)));
        }
        this.clients = SimulatedClient.several(this, 3, nodeCount);
    }

    Simulation run() {
        clients.forEach(SimulatedClient::start);
        later(0, this::disturb);
        while (!isOver()) {
            Event next = events.remove();
            now = next.at();
            next.action().run();
        }
        long[] sorted = Arrays.copyOf(tokens, Math.min(grants, goal));
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] - sorted[i - 1] < BLOCK) {
                violation(Promise.UNIQUE, "tokens " + sorted[i - 1] + " and " + sorted[i]);
            }
        }
        return this;
    }

    private void disturb() {
        nodes.forEach(SimulatedNode::tidy);
        long recovering = nodes.stream().filter(SimulatedNode::isRecovering).count();
        if (!clocksLie && recovering < nodes.size() / 2 && random.nextInt(4) == 0) {
            nodes.get(random.nextInt(nodes.size())).restart(random.nextBoolean());
            restarts++;
        }
        later(random.nextLong(3 * LONG_LEASE), this::disturb);
    }

    /** Sends a request to a node, and its answer back, over a bad network. */
    void ask(int node, Function<SimulatedNode, Reply> script, Consumer<Reply> answer) {
        int copies = doubles && random.nextInt(50) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            if (random.nextInt(40) != 0) {
                later(delay(), () -> {
                    Reply reply = script.apply(nodes.get(node));
                    if (random.nextInt(40) != 0) {
                        later(delay(), () -> answer.accept(reply));
                    }
                });
            }
        }
    }

    /** A mark that refuses a late acquire lasts for a lease, so what is later than that may leave an orphan. */
    private long delay() {
        long longest = doubles || clocksLie ? 2 * lease : 9 * lease / 10;
        int kind = random.nextInt(100);
        if (kind == 0) {
            return random.nextLong(longest);
        }
        return Math.min(longest, kind < 10 ? random.nextLong(NODE_TIMEOUT * 2) : 100 + random.nextLong(400));
    }

    void later(long delay, Runnable action) {
        events.add(new Event(now + delay, order++, action));
    }

    void granted(SimulatedClient client, long token, long seenBefore, boolean inOneRoundTrip) {
        if (token - BLOCK < seenBefore) {
            violation(Promise.ORDER, "token " + token + " after " + seenBefore);
        }
        highest = Math.max(highest, token);
        if (grants < goal) {
            tokens[grants] = token;
        }
        grants++;
        oneRoundTrip += inOneRoundTrip ? 1 : 0;
        checkAlone(client);
    }

    void checkAlone(SimulatedClient client) {
        if (clocksLie) {
            return;
        }
        for (SimulatedClient other : clients) {
            if (other != client && other.isValid()) {
                violation(Promise.EXCLUSION, "two valid claims at " + now);
            }
        }
    }

    void owned(long id) {
        if (!doubles && !clocksLie && ended.contains(id)) {
            violation(Promise.NO_ORPHAN, "attempt " + id + " arrived after its end");
        }
    }

    void ended(long id) {
        if (doubles || clocksLie) {
            return;
        }
        if (ended.size() > 10_000) {
            ended.clear();
        }
        ended.add(id);
        for (SimulatedNode node : nodes) {
            if (node.owner() == id) {
                violation(Promise.NO_ORPHAN, "attempt " + id + " still owns a node after its end");
            }
        }
    }

    void violation(Promise promise, String what) {
        violations.putIfAbsent(promise, what + " after " + grants + " acquisitions");
    }

    void countConfirmation() {
        confirmations++;
    }

    long newId() {
        return ++ids;
    }

    long lease() {
        return lease;
    }

    boolean clocksLie() {
        return clocksLie;
    }

    long maxLease() {
        return lease + lease / 5;
    }

    /** How long a client relies on a lease. */
    long validity() {
        return weakness == Weakness.NO_DRIFT_MARGIN ? lease : lease - lease / 50 - 100;
    }

    boolean renews() {
        return weakness != Weakness.NO_RENEWAL && weakness != Weakness.NO_DRIFT_MARGIN;
    }

    long now() {
        return now;
    }

    long highestReturned() {
        return highest;
    }

    Weakness weakness() {
        return weakness;
    }

    SplittableRandom random() {
        return random;
    }

    /** Ends the run when a promise is broken. */
    Simulation until(Promise broken) {
        sought = broken;
        return this;
    }

    boolean isOver() {
        return grants >= goal || (sought != null && violations.containsKey(sought));
    }

    Map<Promise, String> violations() {
        return violations;
    }

    int grants() {
        return grants;
    }

    int oneRoundTrip() {
        return oneRoundTrip;
    }

    int restarts() {
        return restarts;
    }

    long confirmations() {
        return confirmations;
    }
}
