package io.lockspi.local;

import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The provider of the algorithm {@code local}. Immutable. */
public final class LocalLockProvider extends LockProvider {

    /** Makes the provider; called by {@link java.util.ServiceLoader}. */
    public LocalLockProvider() {
        super(
                "lockspi-local",
                "0.1",
                new Service(
                        "local",
                        List.of(),
                        EnumSet.of(
                                LockCapability.FAIR,
                                LockCapability.FENCING_TOKENS,
                                LockCapability.LEASE,
                                LockCapability.RENEWAL,
                                LockCapability.LOSS_NOTIFICATION,
                                LockCapability.INSPECTION),
                        Set.of(),
                        LocalLockService::new));
    }
}
