package io.lockspi.internal;

import io.lockspi.HeldClaim;
import io.lockspi.Leadership;
import java.time.Duration;

/** One term of a {@link Candidate}: a hold, which is over for good as soon as the candidate says so. */
final class Reign implements Leadership {
    final Hold hold;
    private final Engine engine;
    private final String election;
    private volatile boolean over;

    Reign(Engine engine, String election, Hold hold) {
        this.engine = engine;
        this.election = election;
        this.hold = hold;
    }

    /** Ends it here, before anything is sent. */
    void end() {
        over = true;
    }

    @Override
    public String election() {
        return election;
    }

    @Override
    public long term() {
        return hold.token;
    }

    @Override
    public boolean isCurrent() {
        return !over && hold.isValid(engine.nanos());
    }

    @Override
    public Duration remaining() {
        return over ? Duration.ZERO : Duration.ofNanos(hold.remainingNanos(engine.nanos()));
    }

    @Override
    public HeldClaim claim() {
        return hold.heldClaim();
    }

    @Override
    public String toString() {
        return "term " + term() + " of election " + Messages.quote(election) + " on " + engine.backend()
                + (isCurrent() ? "" : ", over");
    }
}
