package io.lockspi.tck.toy;

import io.lockspi.LockConfig;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Locks on a {@link Panel}, for the rules about several servers; no other JVM can reach it. */
public final class PanelSubject implements Subject {
    private static final Set<LockCapability> CAPABILITIES = Set.of(
            LockCapability.CROSS_PROCESS,
            LockCapability.FENCING_TOKENS,
            LockCapability.LEASE,
            LockCapability.RENEWAL,
            LockCapability.LOSS_NOTIFICATION,
            LockCapability.SURVIVES_MINORITY_FAILURE);

    private final Panel panel = new Panel();
    private final BiFunction<Panel, AtomicIntegerArray, LockServiceSpi> client;

    public PanelSubject(BiFunction<Panel, AtomicIntegerArray, LockServiceSpi> client) {
        this.client = client;
    }

    /** Makes clients that share what they do not reach. */
    private static final class Provider extends LockProvider {
        Provider(
                Panel panel, AtomicIntegerArray refused, BiFunction<Panel, AtomicIntegerArray, LockServiceSpi> client) {
            super(
                    "lockspi-panel",
                    "0",
                    new Service("panel", List.of(), CAPABILITIES, Set.of(), context -> client.apply(panel, refused)));
        }
    }

    private LockClient open(Duration lease, AtomicIntegerArray refused) {
        return ProviderSubject.of(new Provider(panel, refused, client), LockConfig.of("panel:"))
                .open(lease);
    }

    @Override
    public String name() {
        return "panel";
    }

    @Override
    public Set<LockCapability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public LockClient open(Duration lease) {
        return open(lease, new AtomicIntegerArray(Panel.SIZE));
    }

    @Override
    public boolean hasService() {
        return true;
    }

    @Override
    public Optional<NodeFaults> nodes() {
        return Optional.of(panel);
    }

    @Override
    public Optional<NetworkFaults> network() {
        return Optional.of((lease, timeout) -> {
            AtomicIntegerArray refused = new AtomicIntegerArray(Panel.SIZE);
            return new Path(open(lease, refused), refused);
        });
    }

    /** Nothing is on its way in memory, so every fault is the same. */
    private record Path(LockClient client, AtomicIntegerArray refused) implements NetworkFaults.Link {
        private void all(int value) {
            IntStream.range(0, Panel.SIZE).forEach(node -> refused.set(node, value));
        }

        @Override
        public void silence() {
            all(1);
        }

        @Override
        public void loseAnswers() {
            all(1);
        }

        @Override
        public void delayAnswers(Duration delay) {
            throw new UnsupportedOperationException("nothing takes time in memory");
        }

        @Override
        public void cut() {}

        @Override
        public void refuse() {
            all(1);
        }

        @Override
        public void refuse(int node) {
            refused.set(node, 1);
        }

        @Override
        public void heal() {
            all(0);
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
