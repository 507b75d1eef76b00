package io.lockspi.redlock;

import io.lockspi.redlock.SimulatedNode.Code;
import io.lockspi.redlock.SimulatedNode.Reply;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** One client that acquires, holds, renews, releases, pauses and crashes, over and over. */
final class SimulatedClient {
    private final Simulation world;
    private final int nodes;
    private long id;
    private long sentAt;
    private long deadline;
    private long seenBefore;
    private long token;
    private boolean valid;
    private Votes votes;
    private boolean over;
    private boolean[] answered;

    SimulatedClient(Simulation world, int nodes) {
        this.world = world;
        this.nodes = nodes;
        this.votes = new Votes(nodes);
        this.answered = new boolean[nodes];
    }

    /** True while this client believes, and may believe, that it holds the lock. */
    boolean isValid() {
        return valid && world.now() < deadline;
    }

    void start() {
        world.later(world.random().nextLong(Simulation.THINK), this::attempt);
    }

    private void attempt() {
        if (world.isOver()) {
            return;
        }
        id = world.newId();
        over = false;
        valid = false;
        sentAt = world.now();
        seenBefore = world.highestReturned();
        answered = new boolean[nodes];
        votes = world.weakness() == Weakness.HALF_IS_ENOUGH ? new Votes(nodes, nodes / 2) : new Votes(nodes);
        long mine = id;
        for (int n = 0; n < nodes; n++) {
            int node = n;
            ask(node, at -> at.acquire(mine, world.lease()), reply -> acquired(mine, node, reply));
        }
        world.later(Simulation.NODE_TIMEOUT, () -> timeUp(mine));
    }

    private void ask(int node, Function<SimulatedNode, Reply> script, Consumer<Reply> answer) {
        world.ask(node, script, answer);
    }

    private void acquired(long mine, int node, Reply reply) {
        if (reply.code() == Code.NEED_COUNTER) {
            copyCounter(node, reply.run());
        }
        if (mine != id) {
            return;
        }
        answered[node] = true;
        if (over) {
            return;
        }
        switch (reply.code()) {
            case OK -> votes.owned(node, reply.value());
            case BUSY -> votes.busy(node);
            default -> votes.out(node);
        }
        decide();
    }

    private void decide() {
        Votes.Decision decision = votes.decide();
        switch (decision.kind()) {
            case GRANTED -> granted(decision.token());
            case CONFIRM -> {
                if (world.weakness() == Weakness.NO_WRITE_BACK) {
                    granted(decision.token());
                } else {
                    confirm(decision.token());
                }
            }
            case FAILED -> rollBack();
            case WAIT -> {}
        }
    }

    private void confirm(long wanted) {
        world.countConfirmation();
        long mine = id;
        List<Integer> asked = votes.toConfirm(wanted);
        if (world.weakness() == Weakness.NO_HIGHER) {
            // The rule matters for those who ask also the nodes that have not answered.
            for (int node = 0; node < nodes; node++) {
                if (votes.isAsked(node)) {
                    asked.add(node);
                }
            }
        }
        for (int node : asked) {
            votes.confirming(node, wanted);
            ask(node, at -> at.confirm(mine, wanted), reply -> {
                if (mine != id || over) {
                    return;
                }
                if (reply.code() == Code.LOST) {
                    votes.out(node);
                } else {
                    votes.owned(node, reply.value());
                }
                decide();
            });
        }
        world.later(Simulation.NODE_TIMEOUT, () -> timeUp(mine));
    }

    private void timeUp(long mine) {
        if (mine != id || over) {
            return;
        }
        votes.timeUp();
        decide();
    }

    private void granted(long granted) {
        over = true;
        deadline = sentAt + world.validity();
        if (world.now() >= deadline && !world.clocksLie()) {
            end(0, true);
            return;
        }
        token = granted;
        valid = true;
        world.granted(this, granted, seenBefore, votes.oneRoundTrip());
        long mine = id;
        // Most go soon; some forget the time, as after a pause, and some of those go on renewing.
        long hold = world.random().nextInt(20) == 0
                ? world.random().nextLong(2 * world.lease())
                : world.random().nextLong(world.lease() / 20);
        for (long at = world.lease() / 3; world.renews() && at < hold; at += world.lease() / 3) {
            world.later(at, () -> renew(mine));
        }
        if (world.random().nextInt(200) == 0) {
            world.later(hold, this::start); // crashes
        } else {
            world.later(hold, () -> end(token, false));
        }
    }

    private void renew(long mine) {
        if (mine != id) {
            return;
        }
        long sent = world.now();
        long renewed = token;
        boolean superseded = world.highestReturned() > renewed;
        boolean[] extended = new boolean[nodes];
        for (int n = 0; n < nodes; n++) {
            int node = n;
            ask(node, at -> at.renew(mine, world.lease(), renewed), reply -> {
                if (reply.code() == Code.NEED_COUNTER) {
                    copyCounter(node, reply.run());
                }
                if (reply.code() == Code.EXTENDED && !extended[node]) {
                    extended[node] = true;
                    if (count(extended) == nodes / 2 + 1) {
                        extended(mine, sent, superseded);
                    }
                }
            });
        }
    }

    private void extended(long mine, long sent, boolean superseded) {
        if (superseded) {
            world.violation(Simulation.Promise.NO_SUPERSEDED_RENEWAL, "renewed though a later claim was granted");
        }
        if (mine == id && isValid()) {
            deadline = Math.max(deadline, sent + world.validity());
            world.checkAlone(this);
        }
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }

    private void rollBack() {
        over = true;
        end(0, true);
    }

    private void end(long top, boolean rollBack) {
        valid = false;
        long ended = id;
        boolean[] silent = new boolean[nodes];
        boolean[] done = new boolean[nodes];
        for (int node = 0; node < nodes; node++) {
            silent[node] = !answered[node];
            if (world.weakness() == Weakness.ROLL_BACK_WHERE_YES && rollBack && !votes.isOwned(node)) {
                done[node] = true;
            }
        }
        for (int node = 0; node < nodes; node++) {
            if (!done[node]) {
                release(ended, node, top, silent[node], rollBack, done, 0);
            }
        }
        if (count(done) == nodes) {
            world.ended(ended);
        }
        start();
    }

    private void release(
            long ended, int node, long top, boolean silent, boolean rollBack, boolean[] done, int repeated) {
        ask(node, at -> at.release(ended, top, silent, rollBack, world.lease()), reply -> {
            if (!done[node]) {
                done[node] = true;
                if (count(done) == nodes) {
                    world.ended(ended);
                }
            }
        });
        if (repeated < 10) {
            world.later(Simulation.NODE_TIMEOUT << repeated, () -> {
                if (!done[node]) {
                    release(ended, node, top, silent, rollBack, done, repeated + 1);
                }
            });
        }
    }

    /** Asks the other nodes for the counter, and gives their highest to one that needs it. */
    private void copyCounter(int node, int run) {
        long[] highest = new long[2];
        boolean[] read = new boolean[nodes];
        for (int n = 0; n < nodes; n++) {
            int other = n;
            if (other == node) {
                continue;
            }
            ask(other, SimulatedNode::readCounter, reply -> {
                if (reply.code() != Code.VALID || read[other]) {
                    return;
                }
                read[other] = true;
                highest[0] = Math.max(highest[0], reply.value());
                highest[1] = Math.max(highest[1], reply.floor());
                if (count(read) == (nodes + 1) / 2) {
                    long counter = highest[0];
                    long floor = highest[1];
                    ask(node, at -> at.setCounter(run, counter, floor), done -> {});
                }
            });
        }
    }

    static List<SimulatedClient> several(Simulation world, int count, int nodes) {
        SimulatedClient[] clients = new SimulatedClient[count];
        Arrays.setAll(clients, i -> new SimulatedClient(world, nodes));
        return List.of(clients);
    }
}
