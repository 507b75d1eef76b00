package io.lockspi.tck.selftest;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** What can be wrong with interrupts. */
@SuppressWarnings("LockNotBeforeTry")
final class InterruptMutants {
    static final List<Mutant> ALL = List.of(
            Mutant.lock("L40", "a pending interrupt is thrown after the grant", ThrowsAfterGrant::new),
            timed("L41", "an interrupt becomes another exception", (real, time, unit) -> {
                try {
                    return real.tryLock(time, unit);
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException("cannot acquire lock", interrupted);
                }
            }),
            Mutant.lock("L42", "lock() swallows a pending interrupt", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    if (Thread.interrupted()) {
                        real.lock();
                        return;
                    }
                    real.lock();
                }
            }),
            Mutant.lock("L43", "tryLock() fails because of a pending interrupt", real -> new ForwardingLock(real) {
                @Override
                public boolean tryLock() {
                    return !Thread.currentThread().isInterrupted() && real.tryLock();
                }
            }),
            Mutant.lock("L44", "lockInterruptibly() cannot be interrupted", real -> new ForwardingLock(real) {
                @Override
                public void lockInterruptibly() {
                    real.lock();
                }
            }),
            timed("L45", "the exception comes with the flag set", (real, time, unit) -> {
                try {
                    return real.tryLock(time, unit);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw interrupted;
                }
            }),
            Mutant.lock("L46", "an interrupted lock() returns without the lock", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    try {
                        real.lockInterruptibly();
                    } catch (InterruptedException swallowed) {
                        Thread.currentThread().interrupt();
                    }
                }
            }),
            Mutant.lock("L47", "the second interrupt ends lock()", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    try {
                        real.lockInterruptibly();
                    } catch (InterruptedException first) {
                        second();
                    }
                }

                private void second() {
                    try {
                        real.lockInterruptibly();
                        Thread.currentThread().interrupt();
                    } catch (InterruptedException second) {
                        throw new IllegalStateException("interrupted twice", second);
                    }
                }
            }),
            Mutant.lock("L48", "an interrupt at the grant leaves an orphan", ThrowsAfterGrant::new),
            Mutant.lock("L49", "unlock() needs a thread that is not interrupted", real -> new ForwardingLock(real) {
                @Override
                public void unlock() {
                    if (Thread.currentThread().isInterrupted()) {
                        throw new IllegalStateException("interrupted while releasing");
                    }
                    real.unlock();
                }
            }),
            Mutant.lock("L50", "lock() with the flag set acquires, and then throws", real -> new ForwardingLock(real) {
                @Override
                public void lock() {
                    real.lock();
                    if (Thread.currentThread().isInterrupted()) {
                        throw new IllegalStateException("interrupted while waiting for the answer");
                    }
                }
            }));

    private InterruptMutants() {}

    /** A timed tryLock. */
    private interface Timed {
        boolean tryLock(Lock real, long time, TimeUnit unit) throws InterruptedException;
    }

    private static Mutant timed(String rule, String name, Timed broken) {
        return Mutant.lock(rule, name, lock -> new ForwardingLock(lock) {
            @Override
            public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                return broken.tryLock(real, time, unit);
            }
        });
    }

    /** Looks at the flag when it is too late. */
    private static final class ThrowsAfterGrant extends ForwardingLock {
        ThrowsAfterGrant(Lock real) {
            super(real);
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            real.lock();
            if (Thread.interrupted()) {
                throw new InterruptedException("too late");
            }
        }
    }
}
