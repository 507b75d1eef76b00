package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.AmbiguousLockProviderException;
import io.lockspi.LockConfigurationException;
import io.lockspi.NoSuchLockAlgorithmException;
import io.lockspi.NoSuchLockProviderException;
import io.lockspi.spi.LockProvider;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which provider is found, and what is said when none is. */
@Isolated("sets the context class loader")
class ProviderLookupTest {

    @Test
    void systemPropertyComesBeforeTheEnvironment() {
        assertThat(uri(Map.of("lockspi.uri", "a:"), Map.of("LOCKSPI_URI", "b:")))
                .isEqualTo("a:");
        assertThat(uri(Map.of(), Map.of("LOCKSPI_URI", "b:"))).isEqualTo("b:");
        assertThat(uri(Map.of("lockspi.uri", " "), Map.of("LOCKSPI_URI", "b:"))).isEqualTo("b:");
    }

    @Test
    void withoutAnyUriTheMessageNamesBothPlaces() {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> uri(Map.of(), Map.of("LOCKSPI_URI", "")))
                .withMessageContainingAll("lockspi.uri", "LOCKSPI_URI", "redis://localhost:6379");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "ONE", "uno", "Uno"})
    void nameAndAliasAreFoundInAnyCase(String algorithm) {
        ProviderLookup.Found found = with(List.of(One.class), () -> ProviderLookup.find(algorithm));

        assertThat(found.provider()).isInstanceOf(One.class);
        assertThat(found.service().algorithm()).isEqualTo("one");
    }

    @Test
    void providerClassSeenByBothLoadersCountsOnce() {
        ServicesLoader loader = ServicesLoader.of(One.class);
        ServicesLoader child = new ServicesLoader(loader, List.of());
        assertThat(InstalledProviders.of(loader, child).providers()).hasSize(1);
    }

    @Test
    void apiClassLoaderIsAskedFirst() {
        ServicesLoader first = ServicesLoader.of(Two.class);
        ServicesLoader second = ServicesLoader.of(One.class);
        assertThat(InstalledProviders.of(first, second).providers()).hasExactlyElementsOfTypes(Two.class, One.class);
    }

    @ParameterizedTest
    @CsvSource({
        "redis, add io.lockspi:lock-redis to the class path",
        "REDLOCK, add io.lockspi:lock-redlock to the class path",
        "zookeeper, add io.lockspi:lock-zookeeper to the class path",
        "local, add io.lockspi:lock-local to the class path",
        "etcd, 'add the jar of a provider that knows it, or correct the name'",
        "zoo-keeper, 'add the jar of a provider that knows it, or correct the name (did you mean ''zookeeper''?)'"
    })
    void missingAlgorithmIsExplained(String algorithm, String remedy) {
        refused(
                NoSuchLockAlgorithmException.class,
                List.of(One.class),
                () -> ProviderLookup.find(algorithm),
                "'" + algorithm + "'; installed: one (first 1.0); " + remedy);
    }

    @Test
    void twoProvidersOfOneAlgorithmAreAnError() {
        refused(
                AmbiguousLockProviderException.class,
                List.of(One.class, AlsoOne.class),
                () -> ProviderLookup.find("one"),
                "2 providers know the lock algorithm 'one': first 1.0 (" + One.class.getName()
                        + ", algorithm one), second 2.0 (" + AlsoOne.class.getName() + ", algorithm one)");
    }

    @Test
    void namedProviderIsChosenInAnyCase() {
        ProviderLookup.Found found =
                with(List.of(One.class, AlsoOne.class), () -> ProviderLookup.find("one", "SECOND"));

        assertThat(found.provider()).isInstanceOf(AlsoOne.class);
    }

    @Test
    void unknownProviderIsNotReplacedByAnother() {
        refused(
                NoSuchLockProviderException.class,
                List.of(One.class),
                () -> ProviderLookup.find("one", "third"),
                "no lock provider named 'third' is installed to provide the algorithm 'one'; installed: one (first 1.0)");
    }

    @Test
    void namedProviderWithoutTheAlgorithmIsNotReplacedByAnother() {
        refused(
                NoSuchLockAlgorithmException.class,
                List.of(One.class, Two.class),
                () -> ProviderLookup.find("one", "third"),
                "lock provider third 3.0 does not know the algorithm 'one'; it knows two");
    }

    @Test
    void givenProviderNeedNotBeInstalled() {
        LockProvider provider = new One();

        assertThat(ProviderLookup.find("UNO", provider).provider()).isSameAs(provider);
        assertThatExceptionOfType(NoSuchLockAlgorithmException.class)
                .isThrownBy(() -> ProviderLookup.find("two", provider))
                .withMessageContaining("lock provider first 1.0 does not know the algorithm 'two'");
    }

    @Test
    void brokenProviderDoesNotHideTheOthers() {
        List<Object> services = List.of("no.such.Provider", Broken.class, "java.lang.String", One.class);

        assertThat(with(services, () -> ProviderLookup.find("one")).provider()).isInstanceOf(One.class);
    }

    @Test
    void brokenProviderIsSuppressedInTheFinalError() {
        List<Object> services = List.of("no.such.Provider", Broken.class, One.class);

        assertThatExceptionOfType(NoSuchLockAlgorithmException.class)
                .isThrownBy(() -> with(services, () -> ProviderLookup.find("two")))
                .withMessageContaining("2 failed to load, see the suppressed errors")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .hasSize(2)
                        .hasOnlyElementsOfType(ServiceConfigurationError.class)
                        .anySatisfy(s -> assertThat(s).hasMessageContaining("no.such.Provider"))
                        .anySatisfy(s -> assertThat(s).hasRootCauseMessage("broken on purpose")));
        assertThatExceptionOfType(NoSuchLockProviderException.class)
                .isThrownBy(() -> with(services, () -> ProviderLookup.find("one", "broken")))
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    }

    @Test
    void loaderWhoseConfigurationCannotBeReadEndsTheSearch() {
        ClassLoader unreadable = new ClassLoader(null) {
            @Override
            public java.util.Enumeration<java.net.URL> getResources(String name) throws IOException {
                throw new IOException("unreadable");
            }
        };

        InstalledProviders installed = InstalledProviders.of(unreadable, null);

        assertThat(installed.providers()).isEmpty();
        assertThat(installed.describe()).contains("1 failed to load");
    }

    @Test
    void lookUpKeepsNoClassLoaderAlive() {
        WeakReference<ClassLoader> loader = findInThrowAwayLoader();

        for (int i = 0; i < 50 && loader.get() != null; i++) {
            System.gc();
        }

        assertThat(loader.get()).isNull();
    }

    private static WeakReference<ClassLoader> findInThrowAwayLoader() {
        ServicesLoader loader = ServicesLoader.defining(One.class);
        ProviderLookup.Found found = loader.call(() -> ProviderLookup.find("one"));
        assertThat(found.provider().getClass()).isNotEqualTo(One.class);
        assertThat(found.provider().getClass().getClassLoader()).isSameAs(loader);
        return new WeakReference<>(loader);
    }

    private static String uri(Map<String, String> properties, Map<String, String> environment) {
        return ProviderLookup.configuredUri(properties::get, environment::get);
    }

    private static <T> T with(List<?> services, Supplier<T> call) {
        return ServicesLoader.of(services.toArray()).call(call);
    }

    private static void refused(
            Class<? extends Throwable> type, List<?> services, Supplier<ProviderLookup.Found> call, String part) {
        ThrowingCallable lookUp = () -> with(services, call);
        assertThatExceptionOfType(type).isThrownBy(lookUp).withMessageContaining(part);
    }

    private static LockProvider.Service service(String algorithm) {
        return new LockProvider.Service(algorithm, List.of(), Set.of(), Set.of(), context -> {
            throw new AssertionError("a look-up makes no back end");
        });
    }

    /** A provider of {@code one}; refers to nothing of the test, so that another class loader can define it alone. */
    public static final class One extends LockProvider {
        public One() {
            super("first", "1.0", new Service("one", List.of("uno"), Set.of(), Set.of(), context -> {
                throw new AssertionError("a look-up makes no back end");
            }));
        }
    }

    /** A second provider of {@code one}. */
    public static final class AlsoOne extends LockProvider {
        public AlsoOne() {
            super("second", "2.0", service("one"));
        }
    }

    /** A provider of {@code two}. */
    public static final class Two extends LockProvider {
        public Two() {
            super("third", "3.0", service("two"));
        }
    }

    /** A provider that cannot be made. */
    public static final class Broken extends LockProvider {
        public Broken() {
            super("broken", "0", service("broken"));
            throw new IllegalStateException("broken on purpose");
        }
    }
}
