package io.lockspi.tck.workload;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Good locks of several JVMs: the operating system's locks on files in a directory, which also hold the tokens. */
public final class FileLocks implements WorkloadClientFactory {
    /** Makes a factory. */
    public FileLocks() {}

    @Override
    public WorkloadClient open(String directory) {
        Map<String, OneFile> files = new ConcurrentHashMap<>();
        return new WorkloadClient() {
            @Override
            public Lock lock(String name) {
                return files.computeIfAbsent(name, key -> OneFile.open(Path.of(directory, key)));
            }

            @Override
            public long token(Lock lock) {
                return ((OneFile) lock).token;
            }

            @Override
            public void close() {
                files.values().forEach(OneFile::close);
            }
        };
    }

    /** A lock between JVMs inside of a lock between threads; its fields are guarded by the latter. */
    private static final class OneFile implements Lock {
        private static final long POLL_NANOS = 500_000;

        private final ReentrantLock threads = new ReentrantLock();
        private final RandomAccessFile file;
        private @Nullable FileLock lock;
        private long token;

        private OneFile(RandomAccessFile file) {
            this.file = file;
        }

        static OneFile open(Path path) {
            try {
                return new OneFile(new RandomAccessFile(path.toFile(), "rw"));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private boolean takeFile() {
            try {
                if (lock == null) {
                    lock = file.getChannel().tryLock();
                    if (lock != null) {
                        file.seek(0);
                        token = (file.length() == 0 ? 0 : file.readLong()) + 1;
                        file.seek(0);
                        file.writeLong(token);
                    }
                }
                return lock != null;
            } catch (IOException failure) {
                threads.unlock();
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void lock() {
            threads.lock();
            boolean interrupted = false;
            while (!takeFile()) {
                LockSupport.parkNanos(POLL_NANOS);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }

        @Override
        public boolean tryLock() {
            return threads.tryLock() && takeFileOrLeave();
        }

        private boolean takeFileOrLeave() {
            boolean taken = takeFile();
            if (!taken) {
                threads.unlock();
            }
            return taken;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            long began = System.nanoTime();
            if (!threads.tryLock(time, unit)) {
                return false;
            }
            while (!takeFile()) {
                boolean interrupted = Thread.interrupted();
                if (interrupted || System.nanoTime() - began > unit.toNanos(time)) {
                    threads.unlock();
                    if (interrupted) {
                        throw new InterruptedException();
                    }
                    return false;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            return true;
        }

        @Override
        public void unlock() {
            FileLock held = lock;
            if (threads.getHoldCount() == 1 && held != null) {
                lock = null;
                try {
                    held.release();
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
            threads.unlock();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        void close() {
            try {
                file.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
