package io.lockspi.tck;

import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.spi.LockProvider;
import java.time.Duration;

/** Network and server of a back end that has neither: a gate in each client. Thread-safe. */
final class GatedAccess implements NodeFaults {
    private final LockProvider provider;
    /** In front of the store, for all clients of this JVM. */
    private final Gate server = new Gate();

    GatedAccess(LockProvider real) {
        this.provider = new GatedProvider(real, server);
    }

    LockService service(LockConfig wanted) {
        return LockService.getInstance(wanted.algorithm(), provider, wanted);
    }

    /** A client with a gate of its own. */
    NetworkFaults.Link link(LockConfig wanted) {
        Gate own = new Gate();
        LockService service = LockService.getInstance(wanted.algorithm(), new GatedProvider(provider, own), wanted);
        return new GatedLink(new ProviderClient(service), own);
    }

    private record GatedLink(LockClient client, Gate gate) implements NetworkFaults.Link {
        @Override
        public void silence() {
            gate.silence();
        }

        @Override
        public void loseAnswers() {
            gate.loseAnswers();
        }

        @Override
        public void delayAnswers(Duration delay) {
            gate.delayAnswers(delay);
        }

        @Override
        public void cut() {
            gate.cut();
        }

        @Override
        public void refuse() {
            gate.refuse();
        }

        @Override
        public void heal() {
            gate.open();
        }

        @Override
        public void close() {
            client.close();
        }
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public void kill(int node) {
        server.refuse();
    }

    @Override
    public void start(int node) {
        server.open();
    }

    @Override
    public void pause(int node) {
        server.stop();
    }

    @Override
    public void resume(int node) {
        server.open();
    }
}
