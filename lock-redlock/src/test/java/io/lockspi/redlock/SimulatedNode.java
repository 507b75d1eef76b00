package io.lockspi.redlock;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** One node and one lock, as the scripts see them: the same steps as the Lua files, each at one instant. */
final class SimulatedNode {
    static final long NOBODY = 0;

    /** What a script answers. */
    record Reply(Code code, long value, long floor, int run) {
        static Reply of(Code code) {
            return new Reply(code, 0, 0, 0);
        }
    }

    enum Code {
        OK,
        BUSY,
        REFUSED,
        QUARANTINED,
        NEED_COUNTER,
        VOTE,
        HIGHER,
        LOST,
        EXTENDED,
        REPAIRED,
        NOT_NOW,
        GONE,
        VALID,
        INVALID,
        DONE
    }

    private final Simulation world;
    /** How much longer than meant its times to live last, by its clock's rate. */
    private final double rate;

    private long owner = NOBODY;
    private long expiry;
    private long last;
    private long floor;
    private long before;
    private boolean valid = true;
    private long quarantineEnd = Long.MIN_VALUE;
    private int run;
    private final Map<Long, Long> tombstones = new HashMap<>();
    /** Claims whose release this run has served; for the checks only. */
    private final Set<Long> released = new HashSet<>();

    SimulatedNode(Simulation world, double rate) {
        this.world = world;
        this.rate = rate;
    }

    private long lasting(long ttl) {
        double part = world.clocksLie() ? world.random().nextDouble() : rate;
        return world.now() + (long) (ttl * part);
    }

    private void expire() {
        if (owner != NOBODY && world.now() >= expiry) {
            owner = NOBODY;
        }
    }

    long owner() {
        expire();
        return owner;
    }

    boolean isRecovering() {
        return world.now() < quarantineEnd || !valid;
    }

    Reply acquire(long id, long lease) {
        expire();
        Long refusedUntil = tombstones.get(id);
        if (refusedUntil != null && refusedUntil > world.now()) {
            return Reply.of(Code.REFUSED);
        }
        if (owner != NOBODY && owner != id) {
            return new Reply(Code.BUSY, owner, 0, run);
        }
        if (world.now() < quarantineEnd) {
            return Reply.of(Code.QUARANTINED);
        }
        if (!valid) {
            return new Reply(Code.NEED_COUNTER, 0, 0, run);
        }
        if (owner == NOBODY) {
            last += Simulation.BLOCK;
            before = floor;
            floor = Math.max(floor, last);
            owner = id;
            expiry = lasting(lease);
            world.owned(id);
        } else {
            expiry = Math.max(expiry, lasting(lease));
        }
        return new Reply(Code.OK, last, 0, run);
    }

    Reply confirm(long id, long token) {
        expire();
        boolean votes = owner == id && world.now() >= quarantineEnd && valid;
        if (!votes && world.weakness() != Weakness.UNCONDITIONAL_WRITE_BACK) {
            return Reply.of(Code.LOST);
        }
        if (last > token && votes && world.weakness() != Weakness.NO_HIGHER) {
            return new Reply(Code.HIGHER, last, 0, run);
        }
        lift(token);
        return new Reply(Code.VOTE, token, 0, run);
    }

    private void lift(long token) {
        last = Math.max(last, token);
        floor = Math.max(floor, token);
    }

    Reply renew(long id, long lease, long token) {
        expire();
        if (owner != NOBODY && owner != id) {
            return Reply.of(Code.GONE);
        }
        if (owner == NOBODY) {
            if (world.now() < quarantineEnd) {
                return Reply.of(Code.NOT_NOW);
            }
            if (!valid) {
                return new Reply(Code.NEED_COUNTER, 0, 0, run);
            }
            Long refusedUntil = tombstones.get(id);
            boolean ended = refusedUntil != null && refusedUntil > world.now();
            if (ended || (floor > token && world.weakness() != Weakness.REPAIR_WITHOUT_FLOOR)) {
                return Reply.of(Code.GONE);
            }
            if (released.contains(id) && !world.clocksLie()) {
                world.violation(Simulation.Promise.NO_RETURN, "a released claim is back by a late renewal");
            }
            lift(token);
            owner = id;
            expiry = lasting(lease);
            return Reply.of(Code.REPAIRED);
        }
        if (before > token) {
            return Reply.of(Code.GONE);
        }
        lift(token);
        expiry = Math.max(expiry, lasting(lease));
        return Reply.of(Code.EXTENDED);
    }

    Reply release(long id, long top, boolean unanswered, boolean rollBack, long lease) {
        expire();
        boolean mine = owner == id;
        if (mine) {
            owner = NOBODY;
        }
        if (unanswered) {
            tombstones.put(id, lasting(lease));
        }
        if (rollBack) {
            floor = mine ? before : floor;
        } else {
            released.add(id);
            if (world.weakness() != Weakness.RELEASE_WITHOUT_RAISE) {
                lift(top + 1);
                before = Math.max(before, top + 1);
            }
        }
        return Reply.of(Code.DONE);
    }

    Reply readCounter() {
        return new Reply(valid ? Code.VALID : Code.INVALID, last, floor, run);
    }

    Reply setCounter(int readRun, long counter, long newFloor) {
        if (readRun == run && world.now() >= quarantineEnd) {
            last = Math.max(last, counter);
            floor = Math.max(floor, newFloor);
            before = floor;
            valid = true;
        }
        return Reply.of(Code.DONE);
    }

    /** Restarts; without its data it has forgotten everything but the time of its start. */
    void restart(boolean empty) {
        run++;
        released.clear();
        if (empty) {
            owner = NOBODY;
            last = 0;
            floor = 0;
            before = 0;
            tombstones.clear();
        }
        valid = world.weakness() == Weakness.NO_QUARANTINE || world.weakness() == Weakness.NO_COUNTER_COPY;
        quarantineEnd = world.weakness() == Weakness.NO_QUARANTINE ? Long.MIN_VALUE : lasting(world.maxLease());
    }

    /** Forgets marks that have run out. */
    void tidy() {
        tombstones.values().removeIf(until -> until <= world.now());
        if (released.size() > 1000) {
            released.clear();
        }
    }
}
