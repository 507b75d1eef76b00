package io.lockspi.tck.workload;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that the workload must find wanting. */
public final class BrokenLocks {
    private static final Map<String, TokenLock> SHARED = new ConcurrentHashMap<>();

    private BrokenLocks() {}

    /** Each client has locks of its own, so clients do not exclude each other. */
    public static final class NoExclusion implements WorkloadClientFactory {
        /** Makes a factory. */
        public NoExclusion() {}

        @Override
        public WorkloadClient open(String argument) {
            Map<String, Lock> mine = new ConcurrentHashMap<>();
            return client(name -> mine.computeIfAbsent(name, key -> new ReentrantLock()));
        }
    }

    /** All clients of the JVM share locks that do exclude, but two sections in a row have the same token. */
    public static final class RepeatedTokens implements WorkloadClientFactory {
        /** Makes a factory. */
        public RepeatedTokens() {}

        @Override
        public WorkloadClient open(String argument) {
            return new WorkloadClient() {
                @Override
                public Lock lock(String name) {
                    return SHARED.computeIfAbsent(argument + name, key -> new TokenLock());
                }

                @Override
                public long token(Lock lock) {
                    return ((TokenLock) lock).token();
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Nobody ever gets the lock, and nobody comes back. */
    public static final class NeverReturns implements WorkloadClientFactory {
        /** Makes a factory. */
        public NeverReturns() {}

        @Override
        public WorkloadClient open(String argument) {
            ReentrantLock taken = new ReentrantLock();
            CountDownLatch held = new CountDownLatch(1);
            Thread holder = new Thread(
                    () -> {
                        taken.lock();
                        held.countDown();
                    },
                    "holder");
            holder.start();
            try {
                held.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return client(name -> taken);
        }
    }

    /** A lock with a token for each section; its fields are guarded by itself. */
    private static final class TokenLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        private long sections;
        private boolean counted;

        long token() {
            if (!counted) {
                counted = true;
                sections++;
            }
            return sections / 2 + 1;
        }

        @Override
        public void unlock() {
            if (getHoldCount() == 1) {
                counted = false;
            }
            super.unlock();
        }
    }

    private interface Names {
        Lock lock(String name);
    }

    private static WorkloadClient client(Names names) {
        return new WorkloadClient() {
            @Override
            public Lock lock(String name) {
                return names.lock(name);
            }

            @Override
            public void close() {}
        };
    }
}
