package io.lockspi.tck;

import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An installed {@link io.lockspi.spi.LockProvider}, by URI. Capabilities are the provider's own. The path to the servers
 * can be disturbed if the URI names each with its port; eviction and control over servers are added by {@code with}
 * methods. Immutable, except that closing it runs what was given to {@link #withCloser}.
 */
public final class ProviderSubject implements Subject {
    private final @Nullable String uri;
    private final LockConfig config;
    private final @Nullable LockProvider provider;
    private final String name;
    private final @Nullable Eviction eviction;
    private final @Nullable NodeFaults nodes;
    private final Map<String, String> deviations;
    private final Runnable closer;

    private ProviderSubject(
            @Nullable String uri,
            LockConfig config,
            @Nullable LockProvider provider,
            String name,
            @Nullable Eviction eviction,
            @Nullable NodeFaults nodes,
            Map<String, String> deviations,
            Runnable closer) {
        this.uri = uri;
        this.config = config;
        this.provider = provider;
        this.name = name;
        this.eviction = eviction;
        this.nodes = nodes;
        this.deviations = Map.copyOf(deviations);
        this.closer = closer;
    }

    /**
     * The back end that a URI names.
     *
     * @param uri as for {@link LockService#open(String)}; the kit sets its option {@code lease}
     * @return the subject, named after the URI's scheme
     */
    public static ProviderSubject of(String uri) {
        LockConfig config = LockConfig.of(uri);
        return new ProviderSubject(
                uri, config, null, config.algorithm(), null, null, Map.of(), ProviderSubject::nothing);
    }

    /**
     * A back end that is not installed. Rules about other processes cannot run on it.
     *
     * @param provider the provider
     * @param config its configuration; the kit sets the option {@code lease}
     * @return the subject, named after the algorithm
     */
    public static ProviderSubject of(LockProvider provider, LockConfig config) {
        return new ProviderSubject(
                null, config, provider, config.algorithm(), null, null, Map.of(), ProviderSubject::nothing);
    }

    /** A copy with another name. */
    public ProviderSubject named(String other) {
        return new ProviderSubject(uri, config, provider, other, eviction, nodes, deviations, closer);
    }

    /** A copy with access to the store. */
    public ProviderSubject withEviction(Eviction access) {
        return new ProviderSubject(uri, config, provider, name, access, nodes, deviations, closer);
    }

    /** A copy with control over the servers. */
    public ProviderSubject withNodes(NodeFaults control) {
        return new ProviderSubject(uri, config, provider, name, eviction, control, deviations, closer);
    }

    /** A copy that is known to break a rule. */
    public ProviderSubject withDeviation(String rule, String reason) {
        Map<String, String> more = new TreeMap<>(deviations);
        more.put(rule, reason);
        return new ProviderSubject(uri, config, provider, name, eviction, nodes, more, closer);
    }

    /** A copy that runs something when it is closed, such as the end of the servers. */
    public ProviderSubject withCloser(Runnable action) {
        return new ProviderSubject(uri, config, provider, name, eviction, nodes, deviations, action);
    }

    private static void nothing() {}

    static LockConfig withLease(LockConfig config, Duration lease) {
        return config.withOption("lease", lease.toMillis() + "ms");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<LockCapability> capabilities() {
        try (LockService service = service(config)) {
            return service.capabilities();
        }
    }

    private LockService service(LockConfig wanted) {
        return provider == null
                ? LockService.open(wanted)
                : LockService.getInstance(wanted.algorithm(), provider, wanted);
    }

    private LockClient client(LockConfig wanted) {
        return new ProviderClient(service(wanted));
    }

    @Override
    public LockClient open(Duration lease) {
        return client(withLease(config, lease));
    }

    @Override
    public boolean hasService() {
        return true;
    }

    @Override
    public Optional<Elsewhere> elsewhere() {
        return Optional.ofNullable(uri).map(known -> new Elsewhere(Opener.class, known));
    }

    @Override
    public Optional<Eviction> eviction() {
        return Optional.ofNullable(eviction);
    }

    @Override
    public Optional<NetworkFaults> network() {
        List<LockConfig.Host> hosts = config.hosts();
        if (hosts.isEmpty() || hosts.stream().anyMatch(host -> host.port() <= 0)) {
            return Optional.empty();
        }
        List<InetSocketAddress> servers = hosts.stream()
                .map(host -> InetSocketAddress.createUnresolved(host.name(), host.port()))
                .toList();
        return Optional.of(new ProxiedNetwork(servers, this::openThrough));
    }

    private LockClient openThrough(List<InetSocketAddress> doors, Duration lease, Duration requestTimeout) {
        List<LockConfig.Host> hosts = doors.stream()
                .map(door -> new LockConfig.Host(door.getHostString(), door.getPort()))
                .toList();
        return client(withLease(config, lease)
                .withHosts(hosts)
                .withOption("requestTimeout", requestTimeout.toMillis() + "ms"));
    }

    @Override
    public Optional<NodeFaults> nodes() {
        return Optional.ofNullable(nodes);
    }

    @Override
    public Map<String, String> deviations() {
        return deviations;
    }

    @Override
    public void close() {
        closer.run();
    }

    /** The URI with its password masked. */
    @Override
    public String toString() {
        return config.toString();
    }

    /** Opens the same URI in another JVM. */
    public static final class Opener implements SubjectOpener {
        /** Called by reflection. */
        public Opener() {}

        @Override
        public Subject open(String argument) {
            return of(argument);
        }
    }
}
