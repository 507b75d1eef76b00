package io.lockspi.internal;

import io.lockspi.spi.LockProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The providers that {@link ServiceLoader} finds now. Nothing is remembered, so no class loader is kept from being
 * unloaded. Confined to one thread.
 */
final class InstalledProviders {
    /** A loader that fails so often gets no further: its configuration cannot be read at all. */
    private static final int MAX_FAILURES = 100;

    private final List<LockProvider> providers = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Set<Class<?>> seen = new LinkedHashSet<>();

    private InstalledProviders() {}

    /** Looks with the API's own class loader first, then with the calling thread's context class loader. */
    static InstalledProviders now() {
        return of(LockProvider.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
    }

    static InstalledProviders of(@Nullable ClassLoader first, @Nullable ClassLoader second) {
        InstalledProviders found = new InstalledProviders();
        found.search(ServiceLoader.load(LockProvider.class, first));
        if (second != null && second != first) {
            found.search(ServiceLoader.load(LockProvider.class, second));
        }
        return found;
    }

    private void search(ServiceLoader<LockProvider> loader) {
        Iterator<ServiceLoader.Provider<LockProvider>> candidates =
                loader.stream().iterator();
        int failed = 0;
        while (failed < MAX_FAILURES) {
            try {
                if (!candidates.hasNext()) {
                    return;
                }
                ServiceLoader.Provider<LockProvider> candidate = candidates.next();
                if (seen.add(candidate.type())) {
                    providers.add(candidate.get());
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                // One broken jar must not hide the others; it is told when the search finds nothing.
                failed++;
                remember(e);
            }
        }
    }

    private void remember(Throwable failure) {
        // Both loaders usually see the same broken jar.
        if (failures.stream().noneMatch(known -> known.toString().equals(failure.toString()))) {
            failures.add(failure);
        }
    }

    List<LockProvider> providers() {
        return providers;
    }

    /** Attaches what did not load to the error that it may have caused. */
    <T extends Throwable> T explain(T error) {
        failures.forEach(error::addSuppressed);
        return error;
    }

    /** What is installed, for messages. */
    String describe() {
        Set<String> shown = new TreeSet<>();
        for (LockProvider provider : providers) {
            for (LockProvider.Service service : provider.services()) {
                shown.add(service.algorithm() + " (" + provider + ")");
            }
        }
        String broken = failures.isEmpty() ? "" : "; " + failures.size() + " failed to load, see the suppressed errors";
        return (shown.isEmpty() ? "nothing" : String.join(", ", shown)) + broken;
    }

    Set<String> algorithms() {
        Set<String> names = new TreeSet<>();
        providers.forEach(provider -> provider.services().forEach(service -> names.add(service.algorithm())));
        return names;
    }
}
