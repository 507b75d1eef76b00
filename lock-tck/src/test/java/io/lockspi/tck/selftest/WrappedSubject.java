package io.lockspi.tck.selftest;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.Subject;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A subject whose clients are wrapped, also those behind a path that can be disturbed. */
final class WrappedSubject extends DelegatingSubject {
    private final UnaryOperator<LockClient> wrapper;

    WrappedSubject(Subject real, UnaryOperator<LockClient> wrapper) {
        super(real);
        this.wrapper = wrapper;
    }

    @Override
    public LockClient open(Duration lease) {
        return wrapper.apply(super.open(lease));
    }

    @Override
    public Optional<NetworkFaults> network() {
        return super.network().map(faults -> (lease, timeout) -> new WrappedLink(faults.open(lease, timeout), wrapper));
    }

    /** A path with a wrapped client at its end. */
    private static final class WrappedLink implements NetworkFaults.Link {
        private final NetworkFaults.Link real;
        private final LockClient client;

        WrappedLink(NetworkFaults.Link real, UnaryOperator<LockClient> wrapper) {
            this.real = real;
            this.client = wrapper.apply(real.client());
        }

        @Override
        public LockClient client() {
            return client;
        }

        @Override
        public void silence() {
            real.silence();
        }

        @Override
        public void loseAnswers() {
            real.loseAnswers();
        }

        @Override
        public void delayAnswers(Duration delay) {
            real.delayAnswers(delay);
        }

        @Override
        public void cut() {
            real.cut();
        }

        @Override
        public void refuse() {
            real.refuse();
        }

        @Override
        public void refuse(int node) {
            real.refuse(node);
        }

        @Override
        public void heal() {
            real.heal();
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
