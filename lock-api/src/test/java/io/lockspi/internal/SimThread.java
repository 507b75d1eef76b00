package io.lockspi.internal;

import io.lockspi.DistributedLock;
import io.lockspi.LockException;
import io.lockspi.LockLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The simulation's own thread as a user of locks: blocking calls, during which the rest of the world goes on. */
final class SimThread {
    private final Simulation world;
    private final List<Level> levels = new ArrayList<>();
    private boolean inCall;
    private boolean interruptible;
    private Duration lease = Duration.ZERO;
    private boolean interrupted;

    private record Level(SimNode node, DistributedLock lock) {}

    SimThread(Simulation world) {
        this.world = world;
    }

    boolean inCall() {
        return inCall;
    }

    boolean holdsNothing() {
        return levels.isEmpty();
    }

    void interrupt() {
        world.note("the thread is interrupted");
        interrupted = true;
        Thread.currentThread().interrupt();
    }

    void act(SimNode node, String name) {
        if (!levels.isEmpty() && world.chance(2)) {
            unlock();
        } else if (levels.size() < 4) {
            acquire(node, node.engine.lock(name));
        }
    }

    void unlockAll() {
        while (!levels.isEmpty()) {
            unlock();
        }
    }

    private void acquire(SimNode node, DistributedLock lock) {
        world.note("the thread wants " + lock);
        int before = lock.holdCount();
        boolean closed = node.isClosed();
        inCall = true;
        try {
            long start = node.engine.nanos();
            if (ask(lock)) {
                checkLength(node, lock, before, node.engine.nanos() - start);
                levels.add(new Level(node, lock));
                world.note("the thread has " + lock);
            } else {
                world.check(before == 0, () -> "a nested attempt returned false");
            }
        } catch (InterruptedException stopped) {
            world.check(interrupted && interruptible, () -> "an interrupt that nobody made");
            world.check(!Thread.currentThread().isInterrupted(), () -> "the interrupt flag is still set");
            interrupted = false;
        } catch (LockException | LockLostException failure) {
            world.note("the thread does not get it: " + failure);
        } catch (IllegalStateException failure) {
            world.check(closed || node.isClosed(), () -> "the thread got " + failure);
        } finally {
            inCall = false;
        }
        world.check(Thread.currentThread().isInterrupted() == interrupted, () -> "an interrupt was lost or made up");
        clearInterrupt();
    }

    /** A nested acquire that asks for more than a renewed claim has gets it before it returns, unless the claim is lost. */
    private void checkLength(SimNode node, DistributedLock lock, int before, long elapsed) {
        long asked = Validity.of(Nanos.of(lease));
        long left = Nanos.of(lock.remainingLease());
        world.check(
                before == 0 || left == 0 || lease.compareTo(node.engine.lease()) <= 0 || left + elapsed >= asked,
                () -> "a nested acquire asked for " + asked + " ns and returned with " + left + " ns left");
    }

    private boolean ask(DistributedLock lock) throws InterruptedException {
        int kind = world.random(6);
        interruptible = kind >= 3;
        lease = kind == 1 || kind == 5 ? world.someLease() : Duration.ZERO;
        if (interruptible && world.chance(20)) {
            interrupt();
        }
        switch (kind) {
            case 0 -> lock.lock();
            case 1 -> lock.lock(lease);
            case 2 -> {
                return lock.tryLock();
            }
            case 3 -> lock.lockInterruptibly();
            case 4 -> {
                return lock.tryLock(Duration.ofMillis(world.random(1500)));
            }
            default -> {
                return lock.tryLock(Duration.ofMillis(world.random(1500)), lease);
            }
        }
        return true;
    }

    private void unlock() {
        Level level = levels.remove(levels.size() - 1);
        world.note("the thread unlocks " + level.lock);
        int before = level.lock.holdCount();
        inCall = true;
        interruptible = false;
        try {
            level.lock.unlock();
        } catch (LockException | LockLostException failure) {
            world.note("the unlock ends with " + failure);
        } catch (IllegalMonitorStateException failure) {
            // A lost lock that was taken anew has forgotten the levels of the time before.
            world.check(before == 0, () -> "the unlock of a held lock ends with " + failure);
        } finally {
            inCall = false;
        }
        world.check(Thread.currentThread().isInterrupted() == interrupted, () -> "unlock lost an interrupt");
        world.check(level.lock.holdCount() <= Math.max(0, before - 1), () -> "unlock did not leave a level");
        clearInterrupt();
    }

    private void clearInterrupt() {
        interrupted = false;
        boolean unused = Thread.interrupted();
    }
}
