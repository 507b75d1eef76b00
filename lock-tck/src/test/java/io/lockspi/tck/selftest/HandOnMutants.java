package io.lockspi.tck.selftest;

import io.lockspi.tck.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** What can be wrong with handing a lock on from thread to thread within a client. */
@SuppressWarnings("LockNotBeforeTry")
final class HandOnMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.client(
                    "L23",
                    "a lock that belongs to a thread is handed on to another",
                    real -> new HandsOn(real, Runnable::run)),
            Mutant.client("T40", "a lost lock is handed on within the client", real -> new HandsOn(real, worker())),
            Mutant.client(
                    "T40", "an unlock() that throws lets nobody of its client in", LeaseMutants.LocalLockFirst::new));

    private HandOnMutants() {}

    private static ExecutorService worker() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "worker");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Keeps the lock of the store while threads of its own wait, and asks nobody whether it still has it. */
    private static final class HandsOn extends ForwardingClient {
        private final ReentrantLock local = new ReentrantLock(true);
        private final Executor owner;
        private boolean kept;

        HandsOn(LockClient real, Executor owner) {
            super(real);
            this.owner = owner;
        }

        private void enter(Runnable acquire) {
            local.lock();
            if (!kept) {
                byOwner(acquire);
                kept = true;
            }
        }

        private void leave(Runnable release) {
            try {
                if (!local.hasQueuedThreads()) {
                    kept = false;
                    byOwner(release);
                }
            } finally {
                local.unlock();
            }
        }

        private void byOwner(Runnable call) {
            try {
                CompletableFuture.runAsync(call, owner).join();
            } catch (CompletionException failed) {
                throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
            }
        }

        @Override
        public void lock(Lock lock, Duration lease) {
            enter(() -> super.lock(lock, lease));
        }

        @Override
        protected Lock wrap(Lock lock) {
            return new ForwardingLock(lock) {
                @Override
                public void lock() {
                    enter(real::lock);
                }

                @Override
                public void unlock() {
                    leave(real::unlock);
                }
            };
        }
    }
}
