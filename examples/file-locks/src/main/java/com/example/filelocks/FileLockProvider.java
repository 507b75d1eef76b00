package com.example.filelocks;

import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.util.List;
import java.util.Set;

/** The algorithm {@code file}: locks in the directory that the URI names, {@code file:///var/lib/locks}. */
public final class FileLockProvider extends LockProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FileLockProvider() {
        super(
                "example-file",
                "1",
                new Service(
                        "file",
                        List.of(),
                        Set.of(
                                LockCapability.CROSS_PROCESS,
                                LockCapability.FENCING_TOKENS,
                                LockCapability.LEASE,
                                LockCapability.RENEWAL,
                                LockCapability.LOSS_NOTIFICATION),
                        Set.of(),
                        FileLocks::new));
    }
}
