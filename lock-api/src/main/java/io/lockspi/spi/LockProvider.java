package io.lockspi.spi;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A set of back ends, found by {@link java.util.ServiceLoader}; the counterpart of {@link java.security.Provider}.
 *
 * <p>A subclass has a public constructor without parameters that does no I/O. Immutable.
 */
public abstract class LockProvider {
    private final String name;
    private final String version;
    private final List<Service> services;

    /**
     * Makes a provider.
     *
     * @param name the provider's name, such as {@code lockspi-redis}; compared ignoring case
     * @param version the provider's version, for people
     * @param services what it offers; at least one
     */
    protected LockProvider(String name, String version, Service... services) {
        this.name = name;
        this.version = version;
        this.services = List.of(services);
    }

    /**
     * The provider's name.
     *
     * @return never empty
     */
    public final String name() {
        return name;
    }

    /**
     * The provider's version.
     *
     * @return for people
     */
    public final String version() {
        return version;
    }

    /**
     * What this provider offers.
     *
     * @return one entry for each algorithm; immutable
     */
    public final List<Service> services() {
        return services;
    }

    @Override
    public final String toString() {
        return name + " " + version;
    }

    /**
     * One algorithm of a provider.
     *
     * @param algorithm the standard name, which is also the URI scheme: names the protocol and the data layout, so two
     *     services of one algorithm exclude each other
     * @param aliases other names; may be empty
     * @param capabilities what it can do
     * @param options the names of the URI options that it knows beside the engine's own
     * @param factory makes the back end; does no I/O, and throws {@link io.lockspi.LockConfigurationException} for a
     *     configuration that it refuses
     */
    public record Service(
            String algorithm,
            List<String> aliases,
            Set<LockCapability> capabilities,
            Set<String> options,
            Function<SpiContext, LockServiceSpi> factory) {
        /** Copies the collections. */
        public Service {
            aliases = List.copyOf(aliases);
            capabilities = Set.copyOf(capabilities);
            options = Set.copyOf(options);
        }
    }
}
