package io.lockspi.internal;

/** A candidate that waits to be elected, without a thread and without a limit. */
final class CandidateWaiter extends Waiter {
    final LockState state;
    private final Candidate candidate;

    CandidateWaiter(Candidate candidate, LockState state, Request request) {
        super(candidate, request, Long.MAX_VALUE);
        this.candidate = candidate;
        this.state = state;
    }

    @Override
    void noteHeld() {
        super.noteHeld();
        candidate.served();
    }

    @Override
    void wake() {
        candidate.decided(this);
    }
}
