package io.lockspi.internal;

import io.lockspi.AmbiguousLockProviderException;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockService;
import io.lockspi.NoSuchLockAlgorithmException;
import io.lockspi.NoSuchLockProviderException;
import io.lockspi.spi.LockProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the provider of an algorithm: never by chance, never a second choice. Two processes that fell over to different
 * providers would both hold the lock. Stateless; installed providers are looked up anew each time.
 */
public final class ProviderLookup {
    /** Which jar brings which algorithm. */
    private static final Map<String, String> JARS = Map.of(
            "local", "lock-local",
            "redis", "lock-redis",
            "redlock", "lock-redlock",
            "zookeeper", "lock-zookeeper");

    private ProviderLookup() {}

    /** A provider and its service for the algorithm asked for. */
    public record Found(LockProvider provider, LockProvider.Service service) {}

    /**
     * The URI that the surroundings set.
     *
     * @return the system property's, or else the environment variable's
     * @throws LockConfigurationException if both are missing or blank
     */
    public static String configuredUri() {
        return configuredUri(System::getProperty, System::getenv);
    }

    static String configuredUri(
            UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
        String property = properties.apply(LockService.URI_PROPERTY);
        if (property != null && !property.isBlank()) {
            return property;
        }
        String variable = environment.apply(LockService.URI_VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return variable;
        }
        throw new LockConfigurationException("no lock URI is configured: set the system property "
                + LockService.URI_PROPERTY + " or the environment variable " + LockService.URI_VARIABLE
                + ", for example to redis://localhost:6379, or call LockService.open(uri)");
    }

    /**
     * Finds the only installed provider of an algorithm.
     *
     * @param algorithm a name or alias; case does not matter
     * @return the provider and its service
     * @throws NoSuchLockAlgorithmException if there is none; what failed to load is suppressed in it
     * @throws AmbiguousLockProviderException if there are several
     */
    public static Found find(String algorithm) {
        InstalledProviders installed = InstalledProviders.now();
        List<Found> found = matches(algorithm, installed.providers());
        if (found.isEmpty()) {
            throw installed.explain(new NoSuchLockAlgorithmException("no installed provider knows the lock algorithm "
                    + Quote.of(algorithm) + "; installed: " + installed.describe() + "; "
                    + remedy(algorithm, installed)));
        }
        return only(algorithm, found);
    }

    /**
     * Finds an installed provider by its name.
     *
     * @param algorithm a name or alias; case does not matter
     * @param providerName the provider's name; case does not matter
     * @return the provider and its service
     * @throws NoSuchLockProviderException if no provider of that name is installed; what failed to load is suppressed in it
     * @throws NoSuchLockAlgorithmException if that provider does not know the algorithm
     * @throws AmbiguousLockProviderException if several providers have that name and know the algorithm
     */
    public static Found find(String algorithm, String providerName) {
        InstalledProviders installed = InstalledProviders.now();
        List<LockProvider> named = installed.providers().stream()
                .filter(provider -> provider.name().equalsIgnoreCase(providerName))
                .toList();
        if (named.isEmpty()) {
            throw installed.explain(new NoSuchLockProviderException("no lock provider named " + Quote.of(providerName)
                    + " is installed to provide the algorithm " + Quote.of(algorithm) + "; installed: "
                    + installed.describe() + "; correct the name, or add the provider's jar"));
        }
        return offered(algorithm, named);
    }

    /**
     * Finds the service of a given provider, which need not be installed.
     *
     * @param algorithm a name or alias; case does not matter
     * @param provider the provider
     * @return the provider and its service
     * @throws NoSuchLockAlgorithmException if the provider does not know the algorithm
     * @throws AmbiguousLockProviderException if the provider has several services of that name
     */
    public static Found find(String algorithm, LockProvider provider) {
        return offered(algorithm, List.of(provider));
    }

    private static Found offered(String algorithm, List<LockProvider> providers) {
        List<Found> found = matches(algorithm, providers);
        if (found.isEmpty()) {
            Set<String> known = new TreeSet<>();
            providers.forEach(provider -> provider.services().forEach(service -> known.add(service.algorithm())));
            throw new NoSuchLockAlgorithmException("lock provider " + providers.get(0) + " does not know the algorithm "
                    + Quote.of(algorithm) + Suggestion.didYouMean(algorithm, known) + "; it knows "
                    + String.join(", ", known));
        }
        return only(algorithm, found);
    }

    private static Found only(String algorithm, List<Found> found) {
        if (found.size() > 1) {
            String listed = found.stream()
                    .map(one ->
                            one.provider() + " (" + one.provider().getClass().getName() + ", algorithm "
                                    + one.service().algorithm() + ")")
                    .collect(Collectors.joining(", "));
            throw new AmbiguousLockProviderException(found.size() + " providers know the lock algorithm "
                    + Quote.of(algorithm) + ": " + listed
                    + "; remove all jars but one, or choose by LockService.getInstance(algorithm, provider, config)");
        }
        return found.get(0);
    }

    private static List<Found> matches(String algorithm, List<LockProvider> providers) {
        List<Found> found = new ArrayList<>();
        for (LockProvider provider : providers) {
            for (LockProvider.Service service : provider.services()) {
                if (service.algorithm().equalsIgnoreCase(algorithm)
                        || service.aliases().stream().anyMatch(algorithm::equalsIgnoreCase)) {
                    found.add(new Found(provider, service));
                }
            }
        }
        return found;
    }

    private static String remedy(String algorithm, InstalledProviders installed) {
        String jar = JARS.get(algorithm.toLowerCase(Locale.ROOT));
        if (jar != null) {
            return "add io.lockspi:" + jar + " to the class path or module path";
        }
        Set<String> names = new TreeSet<>(installed.algorithms());
        names.addAll(JARS.keySet());
        return "add the jar of a provider that knows it, or correct the name" + Suggestion.didYouMean(algorithm, names);
    }
}
