package io.lockspi.internal;

import io.lockspi.LockConfigurationException;
import io.lockspi.NoSuchLockAlgorithmException;
import io.lockspi.spi.LockProvider;

/** Finds the provider of an algorithm: never by chance, never a second choice. */
@SuppressWarnings("DoNotCallSuggester")
public final class ProviderLookup {
    private ProviderLookup() {}

    /** A provider and its service for the algorithm asked for. */
    public record Found(LockProvider provider, LockProvider.Service service) {}

    public static String configuredUri() {
        throw new LockConfigurationException("not yet");
    }

    public static Found find(String algorithm) {
        throw new NoSuchLockAlgorithmException(algorithm);
    }

    public static Found find(String algorithm, String providerName) {
        throw new NoSuchLockAlgorithmException(algorithm + providerName);
    }

    public static Found find(String algorithm, LockProvider provider) {
        for (LockProvider.Service service : provider.services()) {
            if (service.algorithm().equalsIgnoreCase(algorithm)) {
                return new Found(provider, service);
            }
        }
        throw new NoSuchLockAlgorithmException(algorithm);
    }
}
