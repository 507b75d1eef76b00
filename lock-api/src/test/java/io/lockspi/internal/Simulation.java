package io.lockspi.internal;

import io.lockspi.spi.LockCapability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two processes, one store and a network between them, all on one thread: every step is the next thing of those that could
 * happen, drawn by a seeded generator. A seed always gives the same run.
 */
final class Simulation {
    private static final int MOST_STEPS = 200_000;
    private static final long LONGEST_SETTLING = Nanos.millis(240_000);

    private final Random random;
    private final boolean synchronous;
    private final boolean traced;
    private final Set<LockCapability> capabilities;
    private final List<String> trace = new ArrayList<>();
    private final EngineOptions options;
    private final List<String> names;
    private final SimStore store;
    private final SimNetwork network = new SimNetwork(this);
    private final SimChecks checks = new SimChecks(this);
    private final SimThread thread = new SimThread(this);
    private final SimNode[] nodes = new SimNode[2];
    private final List<SimNode> all = new ArrayList<>();
    private final List<SimUser> users = new ArrayList<>();
    private long now = 1;
    int steps;
    private boolean healthy;
    private boolean closing;
    private boolean losesRenewals;
    private @Nullable String violation;

    /** What a run found wrong. */
    static final class Violation extends AssertionError {
        Violation(String what) {
            super(what);
        }
    }

    Simulation(long seed, SimStore.Defect defect, boolean traced) {
        this.random = new Random(seed);
        this.traced = traced;
        this.synchronous = chance(10);
        this.capabilities = chance(2)
                ? Set.of(LockCapability.FENCING_TOKENS)
                : Set.of(LockCapability.FENCING_TOKENS, LockCapability.FAIR);
        this.options = new EngineOptions(
                Duration.ofMillis(300L + random(1500)),
                Duration.ofMillis(100L + random(400)),
                Duration.ofMillis(20L + random(300)),
                "");
        this.names = chance(3) ? List.of("a", "b") : List.of("a");
        this.store = new SimStore(this, someRate(), defect);
        for (int i = 0; i < nodes.length; i++) {
            open(i);
        }
    }

    private void open(int index) {
        SimNode node = new SimNode(this, "node" + index + "." + all.size(), options);
        nodes[index] = node;
        all.add(node);
    }

    /** Runs to the end; throws a {@link Violation} that names what went wrong. */
    int run() {
        int length = 40 + random(200);
        while (steps < length) {
            step();
        }
        if (chance(6)) {
            closeEverything();
        } else {
            settle();
        }
        failIfViolated();
        return steps;
    }

    private void step() {
        steps++;
        new SimSteps(this).next().run();
        checks.afterStep();
        check(steps < MOST_STEPS, () -> "STUCK: the run does not end");
        failIfViolated();
    }

    void stepWhileParked() {
        if (steps > 5_000) {
            heal();
        }
        if (healthy) {
            closeOpenHandles();
        }
        step();
    }

    private void heal() {
        healthy = true;
        network.heal();
    }

    /** The network heals, everybody ends what was begun, and then nothing must be left. */
    private void settle() {
        heal();
        thread.unlockAll();
        users.stream().filter(user -> user.isPending() && chance(3)).forEach(SimUser::cancel);
        until("every wait and every close is over", () -> {
            closeOpenHandles();
            return users.stream().allMatch(SimUser::isDone);
        });
        if (chance(4)) {
            watchRenewals();
        }
        until("all is quiet", checks::isQuiet);
        checks.quiet();
        checks.storeIsEmpty();
    }

    /** A renewed claim lasts, also if every second renewal gets no answer. */
    private void watchRenewals() {
        SimUser user = new SimUser(this, nodes[0], names.get(0), Duration.ofSeconds(100), null);
        users.add(user);
        until("a lock that nobody else wants is acquired", () -> !user.isPending());
        long enough = now + 5 * Nanos.of(options.lease());
        losesRenewals = chance(2);
        until("time goes by", () -> now > enough);
        losesRenewals = false;
        check(user.isHeld() && user.losses() == 0, () -> "RENEWAL: a renewed claim was lost on a healthy network");
        user.close();
        until("the handle is closed", user::isDone);
    }

    private void closeEverything() {
        boolean inGoodTimes = chance(2);
        if (inGoodTimes) {
            heal();
        }
        for (int i = 0; i < nodes.length; i++) {
            closeNode(i, false);
        }
        heal();
        closeOpenHandles();
        thread.unlockAll();
        until(
                "what is on its way arrives",
                () -> network.isEmpty() && all.stream().allMatch(SimNode::isUpToDate));
        closeOpenHandles();
        until("the last callbacks run", () -> all.stream().allMatch(SimNode::isUpToDate));
        checks.quiet();
    }

    void closeNode(int index, boolean replace) {
        closing = true;
        SimNode old = nodes[index];
        old.close();
        if (replace) {
            open(index);
        }
        closing = false;
    }

    private void closeOpenHandles() {
        users.stream().filter(SimUser::isOpen).forEach(SimUser::close);
    }

    private void until(String what, BooleanSupplier done) {
        long limit = now + LONGEST_SETTLING;
        while (!done.getAsBoolean()) {
            check(now < limit, () -> "STUCK: never comes true: " + what + "; " + sizes());
            failIfViolated();
            step();
        }
    }

    private String sizes() {
        StringBuilder text = new StringBuilder();
        all.forEach(node -> text.append(node).append(node.engine.sizes()).append(' '));
        return text.toString();
    }

    void violation(String what) {
        if (violation == null) {
            violation = what;
            note("VIOLATION " + what);
        }
    }

    void check(boolean kept, Supplier<String> otherwise) {
        if (!kept) {
            violation(otherwise.get());
        }
    }

    private void failIfViolated() {
        if (violation != null) {
            throw new Violation(violation);
        }
    }

    void note(String event) {
        if (traced) {
            trace.add(steps + " @" + now / 1000 + "us " + event);
        }
    }

    List<String> trace() {
        return trace;
    }

    Set<LockCapability> capabilities() {
        return capabilities;
    }

    int handOvers() {
        return checks.handOvers();
    }

    int random(int bound) {
        return random.nextInt(bound);
    }

    long random(long bound) {
        return (long) (random.nextDouble() * bound);
    }

    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    /** A clock that is up to one per cent wrong. */
    double someRate() {
        return 0.99 + random.nextDouble() * 0.02;
    }

    /** A clock may start anywhere, also just before its numbers overflow. */
    long someOrigin() {
        return switch (random(3)) {
            case 0 -> 0;
            case 1 -> -Nanos.millis(1000);
            default -> Long.MAX_VALUE - Nanos.millis(2000);
        };
    }

    Duration someLease() {
        return Duration.ofMillis(50L + random(1500));
    }

    long now() {
        return now;
    }

    void advanceTo(long time) {
        now = Math.max(now, time);
    }

    boolean isHealthy() {
        return healthy;
    }

    boolean isSynchronous() {
        return synchronous;
    }

    boolean losesRenewals() {
        return losesRenewals;
    }

    boolean isClosing() {
        return closing;
    }

    long requestTimeoutNanos() {
        return Nanos.of(options.requestTimeout());
    }

    SimStore store() {
        return store;
    }

    SimNetwork network() {
        return network;
    }

    SimThread thread() {
        return thread;
    }

    SimNode node(int index) {
        return nodes[index];
    }

    List<SimNode> allNodes() {
        return all;
    }

    List<SimUser> users() {
        return users;
    }

    List<String> names() {
        return names;
    }
}
