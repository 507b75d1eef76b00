package io.lockspi.tck.selftest;

import io.lockspi.HeldClaim;
import io.lockspi.Leadership;
import java.time.Duration;

/** A term that is as another one. A broken one overrides a method. */
class ForwardingLeadership implements Leadership {
    protected final Leadership real;

    ForwardingLeadership(Leadership real) {
        this.real = real;
    }

    @Override
    public String election() {
        return real.election();
    }

    @Override
    public long term() {
        return real.term();
    }

    @Override
    public boolean isCurrent() {
        return real.isCurrent();
    }

    @Override
    public Duration remaining() {
        return real.remaining();
    }

    @Override
    public HeldClaim claim() {
        return real.claim();
    }
}
