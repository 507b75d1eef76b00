package io.lockspi.lab.bench.worker;

import io.lockspi.lab.bench.subject.TimedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that lock, do next to nothing, and unlock, as fast as they can. For one caller at a time.
 *
 * <p>The section is the same for every subject: it lets the witness see it, and that is all.
 */
public final class Crew implements AutoCloseable {
    private final List<Member> members;
    private final ExecutorService threads;

    /** One thread's lock, and who watches its sections. */
    public record Member(TimedLock lock, Witness.Watch watch) {}

    /**
     * A crew of waiting threads.
     *
     * @param members one for each thread
     * @param virtual whether the threads are to be virtual ones, which this JVM must have
     */
    public Crew(List<Member> members, boolean virtual) {
        this.members = List.copyOf(members);
        this.threads = virtual
                ? VirtualThreads.newExecutor()
                : Executors.newFixedThreadPool(members.size(), task -> {
                    Thread thread = new Thread(task, "bench-member");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Runs one round. A thread that waits for its lock when the time is over still gets it, so that no long wait is left
     * out.
     *
     * @param duration how long to begin new sections
     * @return what was done
     * @throws ExecutionException if a call of a lock failed
     * @throws InterruptedException if the caller is interrupted
     */
    public RoundReport run(Duration duration) throws ExecutionException, InterruptedException {
        CountDownLatch ready = new CountDownLatch(members.size());
        CountDownLatch start = new CountDownLatch(1);
        Times times = Times.of(members.size());
        List<Future<RoundReport>> rounds = new ArrayList<>();
        for (Member member : members) {
            rounds.add(threads.submit(() -> {
                ready.countDown();
                start.await();
                return round(member, duration.toNanos(), times.ofOne());
            }));
        }
        ready.await();
        start.countDown();
        List<RoundReport> reports = new ArrayList<>();
        for (Future<RoundReport> round : rounds) {
            reports.add(round.get());
        }
        return times.sum(reports);
    }

    private static RoundReport round(Member member, long durationNanos, Times times) {
        TimedLock lock = member.lock();
        Witness.Watch watch = member.watch();
        long overlapsBefore = watch.overlaps();
        long regressionsBefore = watch.tokenRegressions();
        long finished = 0;
        long sections = 0;
        long start = System.nanoTime();
        long end = start;
        while (end - start < durationNanos) {
            long asked = end;
            watch.entered(lock.lock());
            long entered = System.nanoTime();
            watch.leaving();
            lock.unlock();
            end = System.nanoTime();
            times.waits().recordValue(entered - asked);
            times.cycles().recordValue(end - asked);
            sections++;
            if (end - start <= durationNanos) {
                finished++;
            }
        }
        return new RoundReport(
                finished,
                sections,
                watch.overlaps() - overlapsBefore,
                watch.tokenRegressions() - regressionsBefore,
                times.waits(),
                times.cycles());
    }

    /** Ends the threads, which do not run a round. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
