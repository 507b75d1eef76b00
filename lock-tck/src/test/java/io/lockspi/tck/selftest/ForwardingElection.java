package io.lockspi.tck.selftest;

import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.LeaderInfo;
import io.lockspi.Leadership;
import io.lockspi.Registration;
import java.time.Duration;
import java.util.Optional;

/** A candidate that does what another does. A broken one overrides a method. */
class ForwardingElection implements LeaderElection {
    protected final LeaderElection real;

    ForwardingElection(LeaderElection real) {
        this.real = real;
    }

    /** A term as its user sees it. */
    protected Leadership wrap(Leadership term) {
        return term;
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public void join() {
        real.join();
    }

    @Override
    public boolean isCandidate() {
        return real.isCandidate();
    }

    @Override
    public boolean isLeader() {
        return real.isLeader();
    }

    @Override
    public Optional<Leadership> leadership() {
        return real.leadership().map(this::wrap);
    }

    @Override
    public Leadership awaitLeadership() throws InterruptedException {
        return wrap(real.awaitLeadership());
    }

    @Override
    public Optional<Leadership> awaitLeadership(Duration wait) throws InterruptedException {
        return real.awaitLeadership(wait).map(this::wrap);
    }

    @Override
    public Registration addListener(ElectionListener listener) {
        return real.addListener(listener);
    }

    @Override
    public boolean resign() {
        return real.resign();
    }

    @Override
    public void leave() {
        real.leave();
    }

    @Override
    public Optional<LeaderInfo> inspect() {
        return real.inspect();
    }
}
