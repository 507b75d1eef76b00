package io.lockspi.lab.compare.worker;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.tck.history.HostClock;
import java.time.Duration;

/** Takes a lock that nobody else wants all the time: when that fails, nobody can lock. */
final class Probe {
    /** The lock that only the probe wants. */
    static final String NAME = "probe";

    private static final int THREAD = 2;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Recorder recorder;
    private final Pace pace;
    private final DistributedLock lock;
    private final Thread thread = new Thread(this::run, "probe");

    Probe(Recorder recorder, LockService locks, Pace pace) {
        this.pace = pace;
        this.recorder = recorder;
        this.lock = locks.getLock(NAME);
    }

    void start() {
        thread.start();
    }

    /** Waits for the end of its last turn. */
    void end() throws InterruptedException {
        thread.join();
    }

    private void run() {
        try {
            while (pace.goesOn()) {
                Tenure tenure = recorder.acquire(lock, THREAD);
                if (tenure != null) {
                    recorder.say("PROBE " + HostClock.nanos());
                    recorder.release(lock, tenure);
                }
                HostClock.parkUntil(HostClock.nanos() + PAUSE.toNanos());
            }
        } catch (InterruptedException nobodyInterrupts) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            failure.printStackTrace();
            recorder.say("FAILED " + failure);
        }
    }
}
