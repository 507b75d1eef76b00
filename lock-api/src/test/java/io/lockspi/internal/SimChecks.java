package io.lockspi.internal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** What must be true of engines and store together: after every step, when all is quiet, and after a close. */
final class SimChecks {
    private final Simulation world;
    private final Map<String, Long> highestToken = new HashMap<>();
    private final Map<String, Hold> lastSeen = new HashMap<>();
    private final Map<Hold, Long> deadlines = new HashMap<>();
    private final Set<Hold> over = new HashSet<>();

    private int handOvers;

    SimChecks(Simulation world) {
        this.world = world;
    }

    int handOvers() {
        return handOvers;
    }

    void afterStep() {
        for (String name : world.names()) {
            checkHolders(name);
            checkOrphans(name);
        }
        world.users().forEach(SimUser::checkPunctuality);
        world.users().forEach(this::checkHandle);
    }

    /** At most one valid claim in the world, kept by the store, with a token above all before it. */
    private void checkHolders(String name) {
        int valid = 0;
        for (SimNode node : world.allNodes()) {
            Hold hold = node.holder(name);
            if (hold == null) {
                continue;
            }
            noteToken(node, name, hold);
            checkDeadline(node, name, hold);
            if (hold.isValid(node.engine.nanos())) {
                valid++;
                checkBelief(node, name, hold);
            } else {
                over.add(hold);
                checkEnded(node, name, hold);
            }
        }
        int holders = valid;
        world.check(valid <= 1, () -> "EXCLUSION: " + holders + " valid claims of " + name);
    }

    /** What a process may believe in: what the store keeps, and neither what it was told is gone nor what was over before. */
    private void checkBelief(SimNode node, String name, Hold hold) {
        Supplier<String> belief = () -> node + " believes in " + name + " with token " + hold.token;
        world.check(world.store().keeps(hold.claim), () -> "BACKED: " + belief.get() + ", but the store has it not");
        world.check(!over.contains(hold), () -> "RESURRECTED: " + belief.get() + " again");
        world.check(
                !node.spi().toldGone(hold.claim.id()), () -> "GONE: " + belief.get() + ", but was told of its loss");
    }

    /** A hold whose deadline has passed is ended at once, for the sake of those who wait here. */
    private void checkEnded(SimNode node, String name, Hold hold) {
        long late = node.engine.nanos() - hold.tenure.deadlineNanos();
        world.check(
                !hold.isOpen() || !node.isUpToDate() || late < Nanos.millis(5),
                () -> "OVERDUE: " + node + " has not ended its hold of " + name + " " + late
                        + " ns after its deadline");
    }

    private void checkDeadline(SimNode node, String name, Hold hold) {
        Long before = deadlines.put(hold, hold.tenure.deadlineNanos());
        world.check(
                before == null || hold.tenure.deadlineNanos() - before >= 0,
                () -> "SHORTENED: a confirmed extension of " + name + " at " + node + " was taken back");
    }

    private void noteToken(SimNode node, String name, Hold hold) {
        Hold before = lastSeen.put(node + name, hold);
        if (before == hold) {
            return;
        }
        if (before != null && before.claim.id().equals(hold.claim.id())) {
            handOvers++;
        }
        long highest = highestToken.getOrDefault(name, 0L);
        world.check(
                hold.token > highest,
                () -> "TOKENS: " + node + " was given " + hold.token + " for " + name + " after " + highest);
        highestToken.put(name, Math.max(highest, hold.token));
    }

    private void checkHandle(SimUser user) {
        if (user.isHeld()) {
            Hold hold = user.node.holder(user.name);
            world.check(
                    hold != null && hold.claim.id().equals(user.claimId()),
                    () -> "ZOMBIE: a handle of " + user.node + " for " + user.name + " thinks that it is held");
        }
        world.check(user.losses() <= 1, () -> "LOSSES: told more than once of one loss");
    }

    /** With nothing on its way and nothing being released, the store knows no claim that nobody wants. */
    private void checkOrphans(String name) {
        if (!world.network().isEmpty() || world.allNodes().stream().anyMatch(node -> node.size("releases") > 0)) {
            return;
        }
        for (String id : world.store().remembered(name)) {
            boolean wanted = world.allNodes().stream()
                    .anyMatch(node -> node.isClosed() ? node.spi().used(id) : node.wants(name, id));
            world.check(wanted, () -> "ORPHAN: the store keeps claim " + id + " of " + name + ", which nobody wants");
        }
    }

    /** Nothing is left of anything. */
    void quiet() {
        Set<String> left = new HashSet<>();
        for (SimNode node : world.allNodes()) {
            for (String what : List.of("states", "releases", "agenda")) {
                if (node.size(what) > 0) {
                    left.add(node + " has " + node.size(what) + " " + what);
                }
            }
            if (!node.clock.isIdle() && node.isClosed()) {
                left.add(node + " is closed and has a timer");
            }
        }
        world.check(left.isEmpty(), () -> "LEFTOVER: " + left);
        world.users().forEach(SimUser::checkStory);
    }

    boolean isQuiet() {
        return world.network().isEmpty()
                && world.allNodes().stream()
                        .allMatch(node -> node.isUpToDate() && node.size("states") == 0 && node.size("releases") == 0);
    }

    void storeIsEmpty() {
        for (String name : world.names()) {
            Set<String> left = new HashSet<>(world.store().remembered(name));
            left.removeIf(id -> world.allNodes().stream()
                    .anyMatch(node -> node.isClosed() && node.spi().used(Objects.requireNonNull(id))));
            world.check(left.isEmpty(), () -> "LEFTOVER: the store still has " + left + " of " + name);
        }
    }
}
