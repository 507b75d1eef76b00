package io.lockspi.tck.toy;

import io.lockspi.LockConfigurationException;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.SpiContext;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Algorithm {@code toy}. The option {@code flaw} names a broken client by its class. */
public final class ToyProvider extends LockProvider {
    public static final Set<LockCapability> CAPABILITIES =
            EnumSet.complementOf(EnumSet.of(LockCapability.SURVIVES_MINORITY_FAILURE));

    public ToyProvider() {
        super(
                "lockspi-toy",
                "0",
                new Service("toy", List.of("plaything"), CAPABILITIES, Set.of("flaw"), ToyProvider::make));
    }

    private static LockServiceSpi make(SpiContext context) {
        if (context.config().hosts().size() != 1
                || context.config().hosts().get(0).port() < 1) {
            throw new LockConfigurationException("the toy needs one host with its port, not " + context.config());
        }
        String flaw = context.config().option("flaw").orElse(ToySpi.class.getName());
        try {
            return Class.forName(flaw)
                    .asSubclass(LockServiceSpi.class)
                    .getDeclaredConstructor(SpiContext.class)
                    .newInstance(context);
        } catch (ReflectiveOperationException wrong) {
            throw new LockConfigurationException("no broken client " + flaw, wrong);
        }
    }
}
