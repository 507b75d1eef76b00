package io.lockspi;

import java.time.Duration;
import java.util.Optional;

/**
 * One candidate of an election by name: of all candidates, in this and in other processes, at most one leads. The leader
 * stays leader for as long as it lives and reaches the store; it is not elected anew from time to time. Thread-safe.
 *
 * <p>Each term has a number, the fencing token, which is higher than those of all terms before it; with a back end that
 * has no tokens it is 0. A leader that loses contact counts itself deposed before the store can elect another, and then
 * is a candidate again.
 *
 * <pre>{@code
 * LeaderElection election = locks.getElection("nightly-report");
 * election.join();
 * while (running) {
 *     Leadership term = election.awaitLeadership();
 *     while (term.isCurrent()) {
 *         doOneStep(term);
 *     }
 * }
 * }</pre>
 *
 * <p>A candidate that has joined stays one until {@link #leave} or until its service is closed, also if the application
 * forgets this object.
 */
public interface LeaderElection extends AutoCloseable {

    /**
     * The election's name.
     *
     * @return as given to {@link LockService#getElection}
     */
    String name();

    /**
     * Becomes a candidate, behind those who wait already where the store keeps a queue. Returns at once; no effect if it
     * is a candidate.
     *
     * @throws IllegalStateException if the service is closed
     */
    void join();

    /**
     * Whether it has joined and not left.
     *
     * @return true for the leader too
     */
    boolean isCandidate();

    /**
     * Whether this candidate certainly leads. Local, without I/O, never waits.
     *
     * @return false as soon as another may lead
     */
    boolean isLeader();

    /**
     * The term that this candidate leads now. Local, without I/O, never waits.
     *
     * @return empty if it does not lead
     */
    Optional<Leadership> leadership();

    /**
     * Waits until this candidate leads.
     *
     * @return its term
     * @throws InterruptedException if the thread is interrupted before or while it waits; the candidate stays one
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal; the candidate goes on trying
     *     all the same, for the case that an operator does
     * @throws IllegalStateException if it is no candidate, has left meanwhile, or its service is closed
     */
    Leadership awaitLeadership() throws InterruptedException;

    /**
     * As {@link #awaitLeadership()}, with a limit.
     *
     * @param wait the longest wait; with 0 or less it only looks
     * @return its term, empty if it did not lead by then
     * @throws InterruptedException if the thread is interrupted before or while it waits; the candidate stays one
     * @throws LockBackendException if the back end refuses in a way that waiting cannot heal
     * @throws IllegalStateException if it is no candidate, has left meanwhile, or its service is closed
     */
    Optional<Leadership> awaitLeadership(Duration wait) throws InterruptedException;

    /**
     * Registers who is told of elections and depositions of this candidate. If it leads, the listener is told of that
     * first. Each listener is told one thing at a time and in order, on a thread of the service's which may block and call
     * this object; one that blocks or throws keeps nobody else from anything.
     *
     * @param listener told until its registration is closed
     * @return removes the listener when closed
     */
    Registration addListener(ElectionListener listener);

    /**
     * Hands over now: leads no more when this begins, and returns when the store has confirmed. The candidate goes to the
     * end of the queue, so it leads again only after those who wait, or if nobody does. Not interruptible; keeps the
     * thread's flag.
     *
     * <p>Where the store keeps no queue, it stands back until another leads, or for a little longer than the interval at
     * which the others ask.
     *
     * @return false if it did not lead
     * @throws LockUnavailableException if the store did not confirm within the option {@code requestTimeout}; the term is
     *     over here, and the release goes on in the background
     */
    boolean resign();

    /**
     * Is no candidate any more, and hands over if it leads. No effect if it is no candidate; may join again. Not
     * interruptible; keeps the thread's flag.
     *
     * @throws LockUnavailableException if it led, and the store did not confirm within the option {@code requestTimeout};
     *     it has left all the same, and the release goes on in the background
     */
    void leave();

    /** As {@link #leave}. */
    @Override
    default void close() {
        leave();
    }

    /**
     * Asks the store who leads, for people. Needs no {@link #join}.
     *
     * @return empty if nobody does
     * @throws UnsupportedOperationException if the back end cannot tell
     * @throws LockUnavailableException if no answer came within the option {@code requestTimeout}
     * @throws IllegalStateException if the service is closed
     */
    Optional<LeaderInfo> inspect();
}
