package io.lockspi.tck.workload;

import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.HostClock;
import io.lockspi.tck.witness.WitnessClient;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;

/** One thread of a workload: acquires in a random way, works, releases, pauses, and so on. Confined to its thread. */
final class ClientThread {
    private static final int NESTED_PERCENT = 10;
    private static final int OUTLASTING_PERCENT = 20;
    private static final int INTERRUPTED_RELEASE_PERCENT = 10;
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(3);

    private final ClientProcess process;
    private final ClientSettings settings;
    private final ClientRecorder recorder;
    private final int number;
    private final SplittableRandom random;
    private final Interrupter interrupter;
    private final WitnessClient witness;

    ClientThread(ClientProcess process, int number, Interrupter interrupter) throws IOException {
        this.process = process;
        this.settings = process.settings();
        this.recorder = process.recorder();
        this.number = number;
        this.interrupter = interrupter;
        this.random = new SplittableRandom(settings.seed() + settings.process() * 1_000_003L + number);
        this.witness = WitnessClient.connect(settings.witnessPort(), settings.process(), number);
    }

    void run() {
        try (witness) {
            // One turn in any case, so that a late start shows as such.
            do {
                turn();
                pause(LONGEST_PAUSE);
            } while (!process.isStopping());
        }
    }

    private void pause(Duration longest) {
        HostClock.parkUntil(HostClock.nanos() + random.nextLong(longest.toNanos() + 1));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void turn() {
        String name = "lock-" + random.nextInt(settings.locks());
        Lock lock = process.lock(name);
        Way way = Way.choose(random, process.client().hasLeases());
        // From half of the longest to the longest.
        Duration lease = settings.lease()
                .dividedBy(2)
                .plusNanos(random.nextLong(settings.lease().toNanos() / 2));
        long operation = recorder.nextOperation();
        if (acquire(way, name, lock, operation, lease)) {
            Evidence evidence = Evidence.ask(process.client(), lock);
            recorder.acquired(number, operation, name, evidence);
            boolean outlasts = way == Way.LEASE && chance(OUTLASTING_PERCENT);
            hold(name, lock, operation, evidence, outlasts ? lease : Duration.ZERO);
            release(name, lock, operation, evidence.token());
        }
    }

    private boolean acquire(Way way, String name, Lock lock, long operation, Duration lease) {
        recorder.record(way.invocation(), number, operation, name, "");
        interrupter.open();
        try {
            if (way.acquire(process.client(), lock, random, lease)) {
                return true;
            }
            recorder.record(EventKind.NOT_ACQUIRED, number, operation, name, "");
        } catch (InterruptedException interrupted) {
            recorder.record(EventKind.NOT_ACQUIRED, number, operation, name, "interrupted");
        } catch (RuntimeException failure) {
            recorder.record(EventKind.ACQUIRE_UNKNOWN, number, operation, name, failure.toString());
        } finally {
            interrupter.close();
        }
        return false;
    }

    private void hold(String name, Lock lock, long operation, Evidence evidence, Duration atLeast) {
        witness.enter(name, operation, evidence.token(), evidence.deadline());
        witness.rawReadModifyWrite(name, operation);
        HostClock.parkUntil(HostClock.nanos() + atLeast.toNanos());
        pause(settings.work());
        if (chance(NESTED_PERCENT)) {
            nested(name, lock);
        }
        if (evidence.token() != 0) {
            witness.fencedReadModifyWrite(name, operation, evidence.token());
        }
        look(name, lock, operation);
        witness.exit(name, operation);
    }

    /** The holder's deadline has moved if the claim was renewed. */
    private void look(String name, Lock lock, long operation) {
        Evidence now = Evidence.ask(process.client(), lock);
        if (now.valid()) {
            recorder.renewed(number, operation, name, now);
        }
    }

    private void nested(String name, Lock lock) {
        if (!Evidence.ask(process.client(), lock).valid()) {
            return;
        }
        long operation = recorder.nextOperation();
        if (acquire(Way.ATTEMPT, name, lock, operation, settings.lease())) {
            Evidence evidence = Evidence.ask(process.client(), lock);
            recorder.acquired(number, operation, name, evidence);
            pause(settings.work());
            release(name, lock, operation, 0);
        }
    }

    private void release(String name, Lock lock, long operation, long token) {
        recorder.releasing(number, operation, name, token);
        if (chance(INTERRUPTED_RELEASE_PERCENT)) {
            Thread.currentThread().interrupt();
        }
        try {
            lock.unlock();
            recorder.record(EventKind.RELEASED, number, operation, name, "");
        } catch (IllegalMonitorStateException lost) {
            recorder.record(EventKind.RELEASE_FAILED, number, operation, name, lost.toString());
        } catch (RuntimeException failure) {
            recorder.record(EventKind.RELEASE_UNKNOWN, number, operation, name, failure.toString());
        } finally {
            Thread.interrupted();
        }
    }
}
