package io.lockspi.tck.selftest;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.Elsewhere;
import io.lockspi.tck.Eviction;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.Subject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** A subject that is as another one. */
class DelegatingSubject implements Subject {
    private final Subject real;

    DelegatingSubject(Subject real) {
        this.real = real;
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public Set<LockCapability> capabilities() {
        return real.capabilities();
    }

    @Override
    public LockClient open(Duration lease) {
        return real.open(lease);
    }

    @Override
    public boolean hasService() {
        return real.hasService();
    }

    @Override
    public boolean hasElections() {
        return real.hasElections();
    }

    @Override
    public Optional<Elsewhere> elsewhere() {
        return real.elsewhere();
    }

    @Override
    public Optional<Eviction> eviction() {
        return real.eviction();
    }

    @Override
    public Optional<NetworkFaults> network() {
        return real.network();
    }

    @Override
    public Optional<NodeFaults> nodes() {
        return real.nodes();
    }

    @Override
    public void close() {
        real.close();
    }
}
