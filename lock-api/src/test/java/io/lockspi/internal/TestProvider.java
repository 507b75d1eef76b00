package io.lockspi.internal;

import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.util.List;
import java.util.Set;

/** Offers a scripted back end under the algorithm {@code test}. */
final class TestProvider extends LockProvider {
    static final String ALGORITHM = "test";

    TestProvider(ScriptedSpi spi) {
        super("test-provider", "1", service(spi, Set.of(LockCapability.FENCING_TOKENS, LockCapability.LEASE)));
    }

    static Service service(ScriptedSpi spi, Set<LockCapability> capabilities) {
        return new Service(ALGORITHM, List.of(), capabilities, Set.of(), context -> spi);
    }
}
