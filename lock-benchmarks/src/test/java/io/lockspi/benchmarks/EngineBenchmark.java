package io.lockspi.benchmarks;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Lock and unlock, by one thread and by several. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@SuppressWarnings("LockNotBeforeTry") // nothing between the two calls can fail
public class EngineBenchmark {
    private static final int THREADS = 8;

    /** One service, with a store of its own. */
    @State(Scope.Benchmark)
    public static class Service {
        private final AtomicLong names = new AtomicLong();
        private final LockService locks = LockService.open("local:" + UUID.randomUUID());
        private final DistributedLock shared = locks.getLock("shared");

        DistributedLock own() {
            return locks.getLock("own-" + names.incrementAndGet());
        }

        /** Ends its threads. */
        @TearDown
        public void close() {
            locks.close();
        }
    }

    /** A thread's own lock. */
    @State(Scope.Thread)
    public static class Own {
        @SuppressWarnings("NullAway.Init") // JMH calls make first
        private DistributedLock free;

        /** Makes it. */
        @Setup
        public void make(Service service) {
            free = service.own();
        }
    }

    /** A lock that its thread holds. */
    @State(Scope.Thread)
    public static class Held {
        @SuppressWarnings("NullAway.Init") // JMH calls acquire first
        private DistributedLock lock;

        /** Acquires it. */
        @Setup
        public void acquire(Service service) {
            lock = service.own();
            lock.lock();
        }

        /** Releases it. */
        @TearDown
        public void release() {
            lock.unlock();
        }
    }

    /** Nobody else wants it. */
    @Benchmark
    public void uncontended(Own own) {
        own.free.lock();
        own.free.unlock();
    }

    /** As {@link #uncontended}, with the token read in between, as a careful program does. */
    @Benchmark
    public long uncontendedWithToken(Own own) {
        own.free.lock();
        long token = own.free.fencingToken();
        own.free.unlock();
        return token;
    }

    /** One attempt, which succeeds. */
    @Benchmark
    public boolean tryLock(Own own) {
        boolean acquired = own.free.tryLock();
        own.free.unlock();
        return acquired;
    }

    /** A lock that the thread holds already. */
    @Benchmark
    public void reentrant(Held held) {
        held.lock.lock();
        held.lock.unlock();
    }

    /** Each thread has a lock of its own. */
    @Benchmark
    @Threads(THREADS)
    public void ownNames(Own own) {
        own.free.lock();
        own.free.unlock();
    }

    /** All threads want the same one. */
    @Benchmark
    @Threads(THREADS)
    public void contended(Service service) {
        service.shared.lock();
        service.shared.unlock();
    }
}
