package io.lockspi.lab.compare.worker;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.tck.history.HostClock;
import io.lockspi.tck.witness.WitnessClient;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Takes the lock again and again, and works inside. Its methods are for one thread; the work is done on another one. */
final class Turns {
    /** The one lock that all clients want. */
    static final String NAME = "seat";

    private static final int THREAD = 1;
    private static final Duration WORK = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Recorder recorder;
    private final Pace pace;
    private final SplittableRandom random;
    private final DistributedLock lock;
    private final WitnessClient witness;
    private final Thread thread = new Thread(this::run, "turns");
    private volatile @Nullable Tenure current;
    /** Counted down by GO; null if nobody asked to hold. */
    private volatile @Nullable CountDownLatch holding;

    Turns(Recorder recorder, LockService locks, Pace pace, int witnessPort, long seed) throws IOException {
        this.recorder = recorder;
        this.pace = pace;
        this.random = new SplittableRandom(seed);
        this.lock = locks.getLock(NAME);
        this.witness = WitnessClient.connect(witnessPort, recorder.process(), THREAD);
        var unused = lock.onLost(event -> {
            Tenure tenure = current;
            if (tenure != null && tenure.token == event.fencingToken()) {
                recorder.lost(tenure, "told");
            }
        });
    }

    void start() {
        thread.start();
    }

    void hold() {
        holding = new CountDownLatch(1);
    }

    void go() {
        CountDownLatch latch = holding;
        holding = null;
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Waits for the end of its last turn. */
    void end() throws InterruptedException {
        thread.join();
        witness.close();
    }

    private void run() {
        try {
            while (pace.goesOn()) {
                Tenure tenure = recorder.acquire(lock, THREAD);
                if (tenure != null) {
                    current = tenure;
                    section(tenure);
                    current = null;
                    recorder.release(lock, tenure);
                }
                HostClock.parkUntil(HostClock.nanos() + random.nextLong(LONGEST_PAUSE.toNanos()));
            }
        } catch (InterruptedException nobodyInterrupts) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            failure.printStackTrace();
            recorder.say("FAILED " + failure);
        }
    }

    private void section(Tenure tenure) throws InterruptedException {
        witness.enter(NAME, tenure.operation(), tenure.token, tenure.deadline);
        recorder.say("SECTION " + HostClock.nanos());
        OptionalLong read = witness.raise(NAME, tenure.operation(), tenure.token);
        CountDownLatch latch = holding;
        if (latch == null) {
            HostClock.parkUntil(HostClock.nanos() + WORK.toNanos());
        } else {
            recorder.say("INSIDE " + HostClock.nanos());
            hold(tenure, latch);
        }
        recorder.look(lock, tenure);
        // Also one that knows that it lost the lock writes: the resource must refuse it.
        if (read.isPresent()) {
            witness.fencedWrite(NAME, tenure.operation(), tenure.token, read.getAsLong() + 1);
        }
        witness.rawReadModifyWrite(NAME, tenure.operation());
        witness.exit(NAME, tenure.operation());
    }

    private void hold(Tenure tenure, CountDownLatch latch) throws InterruptedException {
        while (!latch.await(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
            recorder.look(lock, tenure);
        }
    }
}
