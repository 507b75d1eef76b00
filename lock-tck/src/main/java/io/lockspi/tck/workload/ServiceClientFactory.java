package io.lockspi.tck.workload;

import io.lockspi.LockService;

/** Opens a {@link LockService} by its URI. */
public final class ServiceClientFactory implements WorkloadClientFactory {
    /** Makes a factory; called by name. */
    public ServiceClientFactory() {}

    @Override
    public WorkloadClient open(String uri) {
        return new ServiceClient(LockService.open(uri));
    }
}
