package io.lockspi;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/**
 * A lock that several processes share. Two objects of one name and one {@link LockService} are the same lock; two
 * services are two holders, even in one JVM. Thread-safe.
 *
 * <p><b>Interrupts.</b> {@link #lock()} does not react to an interrupt and does not lose it: the flag is set when it
 * returns. {@link #lockInterruptibly()} and every timed {@code tryLock} throw {@link InterruptedException}, also when the
 * flag was set before the call, clear the flag, and leave nothing behind. {@link #unlock()} works on an interrupted thread.
 *
 * <p><b>Ownership.</b> The thread that locked is the one that unlocks. Reentrant, counted in the JVM: a nested acquire
 * costs no request, unless it asks for a longer lease than is left, which costs one renewal. A nested acquire never
 * shortens the lease, and renewal stays on while any hold asked for it. If a thread ends without unlocking, its claim is
 * renewed no longer and is over with its lease.
 *
 * <p><b>Lease.</b> Without a lease argument the claim is renewed every third of the service's lease until it is unlocked.
 * With one it is not renewed and ends by itself. Either way the lock can be lost, after a pause of the process or a
 * failure: {@link #isHeldByCurrentThread()}, {@link #remainingLease()} and {@link #fencingToken()} say so without I/O, and
 * {@link #onLost} listeners are told once.
 *
 * <p><b>Order.</b> Threads of one service are served first come, first served; {@code tryLock()} may overtake. The lock
 * goes from one of them to the next without any request, each with a fencing token of its own, for at most 64 sections and
 * for no longer than 20 ms or a third of the lease; then other processes get their turn. Between processes the order
 * depends on the back end.
 *
 * <p><b>Memory.</b> What one holder wrote before {@code unlock} the next holder in the same JVM sees after {@code lock}.
 */
public interface DistributedLock extends Lock {

    /**
     * The lock's name.
     *
     * @return as given to {@link LockService#getLock}
     */
    String name();

    /**
     * Acquires the lock, waiting as long as it takes, also while the back end is unreachable.
     *
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if the service is closed, also during the wait
     */
    @Override
    void lock();

    /**
     * Acquires the lock for a limited time: the claim is not renewed and ends after {@code lease}.
     *
     * @param lease at least 10 ms
     * @throws IllegalArgumentException if the lease is shorter, before any request
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if the service is closed, also during the wait
     */
    void lock(Duration lease);

    /**
     * Acquires the lock unless interrupted.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; it holds nothing then
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if the service is closed, also during the wait
     */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Makes one attempt.
     *
     * @return true if the lock is held now, false if somebody else holds it
     * @throws LockUnavailableException if no answer came within the option {@code requestTimeout}
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if the service is closed
     */
    @Override
    boolean tryLock();

    /**
     * Waits for the lock until the time is over. A wait of 0 or less is one attempt. Overshoots by at most 250 ms, also
     * when the back end is silent.
     *
     * @param time the longest wait, in {@code unit}; converted by saturation, so {@link Long#MAX_VALUE} waits for ever
     * @param unit the unit of {@code time}
     * @return true if the lock is held now, false if somebody else held it to the end
     * @throws InterruptedException if the thread is interrupted before or while it waits; it holds nothing then
     * @throws LockUnavailableException if no attempt was answered
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if the service is closed, also during the wait
     */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * As {@link #tryLock(long, TimeUnit)}.
     *
     * @param wait the longest wait
     * @return true if the lock is held now, false if somebody else held it to the end
     * @throws InterruptedException if the thread is interrupted before or while it waits; it holds nothing then
     */
    boolean tryLock(Duration wait) throws InterruptedException;

    /**
     * As {@link #tryLock(long, TimeUnit)}, for a limited time: the claim is not renewed and ends after {@code lease}. The
     * wait and the lease are independent.
     *
     * @param wait the longest wait
     * @param lease at least 10 ms
     * @return true if the lock is held now, false if somebody else held it to the end
     * @throws InterruptedException if the thread is interrupted before or while it waits; it holds nothing then
     * @throws IllegalArgumentException if the lease is shorter, before any request
     */
    boolean tryLock(Duration wait, Duration lease) throws InterruptedException;

    /**
     * Releases one hold. The last one returns after the store has confirmed that the lock is free, or after the claim was
     * passed to the next waiter of this service, for which nobody is asked. Never throws {@link InterruptedException},
     * works on an interrupted thread and keeps its flag.
     *
     * @throws IllegalMonitorStateException if this thread does not hold the lock; nothing changes
     * @throws LockLostException if the lock was lost before; the next holder is untouched
     * @throws LockUnavailableException if the store did not confirm within the option {@code requestTimeout}: the claim is
     *     over here, the next waiter proceeds, and the release goes on in the background
     */
    @Override
    void unlock();

    /**
     * Not supported: there is no condition across processes yet.
     *
     * @return never
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();

    /**
     * Whether the current thread holds the lock and its lease is certainly not over. Local, without I/O, and true to the
     * clock also right after a pause of the process.
     *
     * @return false as soon as the lease may be over
     */
    boolean isHeldByCurrentThread();

    /**
     * How often the current thread has locked without unlocking.
     *
     * @return 0 if it does not hold the lock
     */
    int holdCount();

    /**
     * How long the current thread's claim is certainly valid. Local, without I/O. Grows again with each renewal.
     *
     * @return zero if the current thread does not hold the lock
     */
    Duration remainingLease();

    /**
     * The fencing token of the current thread's section: higher than that of every earlier holder, the same on re-entry.
     * Hand it to every resource that the lock guards; see {@link FencedGuard}. Local, without I/O.
     *
     * @return at least 1
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     * @throws LockLostException if it has lost the lock
     * @throws UnsupportedOperationException if the back end has no tokens
     */
    long fencingToken();

    /**
     * The current thread's claim, as proof for what the back end itself guards.
     *
     * @return the claim that the current thread holds
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     * @throws LockLostException if it has lost the lock
     */
    HeldClaim claim();

    /**
     * Registers a listener for the loss of this lock by any thread of this service. It runs on a thread of its own, may
     * call this API, and harms nobody if it blocks or throws.
     *
     * @param listener told once for each lost claim
     * @return removes the listener when closed
     */
    Registration onLost(Consumer<LossEvent> listener);
}
