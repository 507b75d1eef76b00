package io.lockspi.internal;

import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The things that could happen next in a simulation, and the choice among them. */
final class SimSteps {
    private static final long LONGEST_JUMP = Nanos.millis(5_000);

    private final Simulation world;
    private final List<Runnable> steps = new ArrayList<>();
    private final List<Integer> weights = new ArrayList<>();
    private int total;

    SimSteps(Simulation world) {
        this.world = world;
    }

    Runnable next() {
        offerWhatIsDue();
        if (!world.isHealthy()) {
            add(150, this::advance);
            offerUsers();
            offerTrouble();
        } else if (steps.isEmpty()) {
            add(1, this::advance);
        }
        int drawn = world.random(total);
        int index = 0;
        while (drawn >= weights.get(index)) {
            drawn -= weights.get(index++);
        }
        return steps.get(index);
    }

    private void add(int weight, Runnable step) {
        steps.add(step);
        weights.add(weight);
        total += weight;
    }

    private void offerWhatIsDue() {
        if (world.network().hasDeliverable()) {
            add(400, () -> world.network().deliver());
        }
        for (SimNode node : world.allNodes()) {
            if (node.hasCallbacks()) {
                add(100, node::runCallback);
            }
            if (node.hasDueTimer()) {
                add(150, node.clock::fire);
            }
        }
    }

    private void offerUsers() {
        add(90, this::begin);
        List<SimUser> open = choose(SimUser::isOpen);
        if (!open.isEmpty()) {
            add(100, () -> open.get(world.random(open.size())).close());
        }
        List<SimUser> pending = choose(SimUser::isPending);
        if (!pending.isEmpty()) {
            add(20, () -> pending.get(world.random(pending.size())).cancel());
        }
        if (world.thread().inCall()) {
            add(4, world.thread()::interrupt);
        } else if (!world.isClosing()) {
            add(25, () -> world.thread().act(world.node(world.random(2)), someName()));
        }
    }

    private List<SimUser> choose(Predicate<SimUser> which) {
        return world.users().stream().filter(which).toList();
    }

    private void offerTrouble() {
        add(8, this::revoke);
        add(8, () -> someNode().events().mayBeFree(someName()));
        add(3, () -> someNode().events().mayHaveMissedEvents());
        add(3, () -> someNode().clock.jump());
        add(8, () -> someNode().pause(world.random(Nanos.millis(2_500))));
        if (!world.isClosing()) {
            add(2, () -> world.closeNode(world.random(2), true));
        }
    }

    private SimNode someNode() {
        return world.node(world.random(2));
    }

    private String someName() {
        return world.names().get(world.random(world.names().size()));
    }

    private void begin() {
        int kind = world.random(10);
        Duration wait = kind < 3
                ? Duration.ZERO
                : kind < 8 ? Duration.ofMillis(world.random(2_000)) : Duration.ofNanos(Nanos.FOR_EVER);
        Duration lease = world.chance(3) ? world.someLease() : null;
        SimNode node = someNode();
        String name = someName();
        world.note(node + " wants " + name + " within " + wait + ", lease " + lease);
        world.users().add(new SimUser(world, node, name, wait, lease));
    }

    private void revoke() {
        String name = someName();
        String owner = world.store().revoke(name);
        if (owner != null) {
            world.note("the store takes " + name + " from " + owner);
            Claim claim = new Claim(name, owner, Duration.ofSeconds(1), 1);
            if (world.chance(2)) {
                world.allNodes().stream()
                        .filter(node -> node.spi().used(owner))
                        .forEach(node -> world.network()
                                .send(node, "lost: " + owner, () -> node.spi().tellLost(claim)));
            }
        }
    }

    /** Moves the clock: to the next event mostly, or somewhere. */
    private void advance() {
        long next = world.network().nextArrival();
        for (SimNode node : world.allNodes()) {
            long due = node.clock.nextDue();
            next = due > world.now() ? Math.min(next, due) : next;
        }
        int kind = world.isHealthy() ? 0 : world.random(10);
        boolean near = next != Long.MAX_VALUE && (world.isHealthy() || next - world.now() < LONGEST_JUMP);
        if (near && kind < 7) {
            world.advanceTo(next);
        } else {
            world.advanceTo(world.now() + 1 + world.random(Nanos.millis(kind < 9 ? 20 : 300)));
        }
    }
}
