package io.lockspi.lab.bench.worker;

import io.lockspi.lab.bench.subject.LockClient;
import io.lockspi.lab.bench.subject.TimedLock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Some threads that hold many locks, each its share. For one caller at a time. */
final class Holder implements AutoCloseable {
    private static final int THREADS = 8;
    /** So that classes are loaded and connections made before anything is measured. */
    private static final int TRIAL = 1_000;

    private final int locks;
    private final List<Owner> owners = new ArrayList<>();

    Holder(LockClient client, int locks) {
        this.locks = locks;
        for (int i = 0; i < THREADS; i++) {
            owners.add(new Owner(client));
        }
    }

    /** Acquires and releases some locks. */
    void tryOut() throws InterruptedException, ExecutionException {
        hold(TRIAL);
        release();
    }

    long hold() throws InterruptedException, ExecutionException {
        return hold(locks);
    }

    private long hold(int count) throws InterruptedException, ExecutionException {
        // Never used before, so that nothing can be left of an earlier use.
        String prefix = "lockspi-bench/" + UUID.randomUUID() + "/";
        List<Future<Integer>> shares = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            shares.add(owners.get(i).submit(owner -> owner.hold(prefix, first, count)));
        }
        return sum(shares);
    }

    /** Says how many were lost. */
    long release() throws InterruptedException, ExecutionException {
        return sum(owners.stream().map(owner -> owner.submit(Owner::release)).toList());
    }

    private static long sum(List<Future<Integer>> shares) throws InterruptedException, ExecutionException {
        long sum = 0;
        for (Future<Integer> share : shares) {
            sum += share.get();
        }
        return sum;
    }

    @Override
    public void close() {
        owners.forEach(owner -> owner.thread.shutdownNow());
    }

    /** A thread, and what it holds; only that thread touches it. */
    private static final class Owner {
        private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "bench-holder");
            daemon.setDaemon(true);
            return daemon;
        });
        private final LockClient client;
        private List<TimedLock> held = List.of();

        Owner(LockClient client) {
            this.client = client;
        }

        Future<Integer> submit(Task task) {
            Callable<Integer> call = () -> task.run(this);
            return thread.submit(call);
        }

        int hold(String prefix, int first, int count) {
            held = new ArrayList<>(count / THREADS + 1);
            for (int i = first; i < count; i += THREADS) {
                TimedLock lock = client.lock(prefix + i);
                lock.lock();
                held.add(lock);
            }
            return held.size();
        }

        int release() {
            int lost = 0;
            for (TimedLock lock : held) {
                try {
                    lock.unlock();
                } catch (IllegalMonitorStateException notOurs) {
                    lost++;
                }
            }
            held = List.of();
            return lost;
        }
    }

    /** What a thread is asked. */
    @FunctionalInterface
    private interface Task {
        int run(Owner owner);
    }
}
