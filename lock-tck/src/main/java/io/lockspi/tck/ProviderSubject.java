package io.lockspi.tck;

import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An installed {@link io.lockspi.spi.LockProvider}, by URI. Capabilities are the provider's own. The path to the servers
 * can be disturbed if the URI names each with its port, or {@link #behindGate}; eviction and control over servers are added
 * by {@code with} methods, each of which returns a changed copy. Immutable, except that closing it runs what was given to
 * {@link #withCloser}.
 */
public final class ProviderSubject implements Subject {
    private final @Nullable String uri;
    private final LockConfig config;
    private final @Nullable LockProvider provider;

    // Changed in a copy only, before anybody else sees it.
    private String name;
    private @Nullable Eviction eviction;
    private @Nullable NodeFaults nodes;
    private @Nullable GatedAccess gated;
    private List<InetSocketAddress> servers = List.of();
    private @Nullable Detour detour;
    private Map<String, String> deviations = Map.of();
    private Map<String, Integer> leaseOptions = Map.of();
    private Set<String> requestTimeoutOptions = Set.of();
    private Runnable closer = () -> {};

    private ProviderSubject(@Nullable String uri, LockConfig config, @Nullable LockProvider provider) {
        this.uri = uri;
        this.config = config;
        this.provider = provider;
        this.name = config.algorithm();
    }

    private ProviderSubject(ProviderSubject other, Consumer<ProviderSubject> change) {
        this(other.uri, other.config, other.provider);
        this.name = other.name;
        this.eviction = other.eviction;
        this.nodes = other.nodes;
        this.gated = other.gated;
        this.servers = other.servers;
        this.detour = other.detour;
        this.deviations = other.deviations;
        this.leaseOptions = other.leaseOptions;
        this.requestTimeoutOptions = other.requestTimeoutOptions;
        this.closer = other.closer;
        change.accept(this);
    }

    /**
     * The back end that a URI names.
     *
     * @param uri as for {@link LockService#open(String)}; the kit sets its option {@code lease}
     * @return the subject, named after the URI's scheme
     */
    public static ProviderSubject of(String uri) {
        return new ProviderSubject(uri, LockConfig.of(uri), null);
    }

    /**
     * A back end that is not installed. Rules about other processes cannot run on it.
     *
     * @param provider the provider
     * @param config its configuration; the kit sets the option {@code lease}
     * @return the subject, named after the algorithm
     */
    public static ProviderSubject of(LockProvider provider, LockConfig config) {
        return new ProviderSubject(null, config, provider);
    }

    /** A copy with another name. */
    public ProviderSubject named(String other) {
        return new ProviderSubject(this, copy -> copy.name = other);
    }

    /** A copy with access to the store. */
    public ProviderSubject withEviction(Eviction access) {
        return new ProviderSubject(this, copy -> copy.eviction = access);
    }

    /** A copy with control over the servers. */
    public ProviderSubject withNodes(NodeFaults control) {
        return new ProviderSubject(this, copy -> copy.nodes = control);
    }

    /**
     * A copy for a back end that is reached neither over a network nor through servers, such as a file system or an
     * embedded store: in each client a gate stands between the engine and the back end, and the rules about network and
     * servers close it. Clients in other JVMs have none. What the store itself does when its medium fails is not tried.
     */
    public ProviderSubject behindGate() {
        LockProvider real = provider == null ? installed() : provider;
        return new ProviderSubject(this, copy -> copy.gated = new GatedAccess(real));
    }

    private LockProvider installed() {
        try (LockService service = LockService.open(config)) {
            return service.getProvider();
        }
    }

    /** Sends a client to other addresses than those that the store tells it. */
    @FunctionalInterface
    public interface Detour {
        /**
         * Changes a configuration.
         *
         * @param config of a client
         * @param doors where to go instead of an address; others stay as they are
         * @return a configuration for which the client goes there
         */
        LockConfig through(LockConfig config, UnaryOperator<LockConfig.Host> doors);
    }

    /**
     * A copy for a store whose servers tell clients of one another, so that a client's path can be disturbed only with a
     * detour that the back end knows how to take.
     *
     * @param all all servers that a client may use, under the addresses by which they are told
     * @param way leads a client around
     */
    public ProviderSubject withDetour(List<InetSocketAddress> all, Detour way) {
        return new ProviderSubject(this, copy -> {
            copy.servers = List.copyOf(all);
            copy.detour = way;
        });
    }

    /** A copy that is known to break a rule. */
    public ProviderSubject withDeviation(String rule, String reason) {
        Map<String, String> more = new TreeMap<>(deviations);
        more.put(rule, reason);
        return new ProviderSubject(this, copy -> copy.deviations = Map.copyOf(more));
    }

    /**
     * A copy for a back end in which the lease alone does not decide how soon a dead client's claims end.
     *
     * @param option the name of a URI option that the kit sets with {@code lease}, such as {@code sessionTimeout}
     * @param times it gets so many times the lease; more than 2 is more than the kit's rules have patience for
     */
    public ProviderSubject withLeaseOption(String option, int times) {
        Map<String, Integer> more = new TreeMap<>(leaseOptions);
        more.put(option, times);
        return new ProviderSubject(this, copy -> copy.leaseOptions = Map.copyOf(more));
    }

    /**
     * A copy for a back end that bounds the wait for one server by options of its own.
     *
     * @param options names of URI options that get the same duration as {@code requestTimeout}, where a rule makes the
     *     path slow
     */
    public ProviderSubject withRequestTimeoutOptions(String... options) {
        return new ProviderSubject(this, copy -> copy.requestTimeoutOptions = Set.of(options));
    }

    /** A copy that runs something when it is closed, such as the end of the servers. */
    public ProviderSubject withCloser(Runnable action) {
        return new ProviderSubject(this, copy -> copy.closer = action);
    }

    private LockConfig withLease(Duration lease) {
        LockConfig changed = with(config, "lease", lease);
        for (Map.Entry<String, Integer> option : leaseOptions.entrySet()) {
            changed = with(changed, option.getKey(), lease.multipliedBy(option.getValue()));
        }
        return changed;
    }

    /** The configuration for a path that will be slow. */
    private LockConfig withTimes(Duration lease, Duration requestTimeout) {
        LockConfig changed = with(withLease(lease), "requestTimeout", requestTimeout);
        for (String option : requestTimeoutOptions) {
            changed = with(changed, option, requestTimeout);
        }
        return changed;
    }

    private static LockConfig with(LockConfig config, String option, Duration time) {
        return config.withOption(option, time.toMillis() + "ms");
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
        if (gated != null) {
            return gated.service(wanted);
        }
        return provider == null
                ? LockService.open(wanted)
                : LockService.getInstance(wanted.algorithm(), provider, wanted);
    }

    private LockClient client(LockConfig wanted) {
        return new ProviderClient(service(wanted));
    }

    @Override
    public LockClient open(Duration lease) {
        return client(withLease(lease));
    }

    @Override
    public boolean hasService() {
        return true;
    }

    @Override
    public boolean hasElections() {
        return true;
    }

    @Override
    public Optional<Elsewhere> elsewhere() {
        StringBuilder argument = new StringBuilder(String.valueOf(uri));
        leaseOptions.forEach((option, times) ->
                argument.append(' ').append(option).append('=').append(times));
        return uri == null ? Optional.empty() : Optional.of(new Elsewhere(Opener.class, argument.toString()));
    }

    @Override
    public Optional<Eviction> eviction() {
        return Optional.ofNullable(eviction);
    }

    @Override
    public Optional<NetworkFaults> network() {
        GatedAccess gate = gated;
        if (gate != null) {
            return Optional.of((lease, requestTimeout) -> gate.link(withTimes(lease, requestTimeout)));
        }
        Detour way = detour;
        if (way != null) {
            return Optional.of(new ProxiedNetwork(
                    servers,
                    (doors, lease, requestTimeout) ->
                            client(way.through(withTimes(lease, requestTimeout), known -> door(known, doors)))));
        }
        List<LockConfig.Host> hosts = config.hosts();
        if (hosts.isEmpty() || hosts.stream().anyMatch(host -> host.port() <= 0)) {
            return Optional.empty();
        }
        List<InetSocketAddress> named = hosts.stream()
                .map(host -> InetSocketAddress.createUnresolved(host.name(), host.port()))
                .toList();
        return Optional.of(new ProxiedNetwork(named, this::openThrough));
    }

    private LockConfig.Host door(LockConfig.Host known, List<InetSocketAddress> doors) {
        for (int i = 0; i < servers.size(); i++) {
            InetSocketAddress server = servers.get(i);
            if (server.getHostString().equals(known.name()) && server.getPort() == known.port()) {
                return new LockConfig.Host(
                        doors.get(i).getHostString(), doors.get(i).getPort());
            }
        }
        return known;
    }

    private LockClient openThrough(List<InetSocketAddress> doors, Duration lease, Duration requestTimeout) {
        List<LockConfig.Host> hosts = doors.stream()
                .map(door -> new LockConfig.Host(door.getHostString(), door.getPort()))
                .toList();
        return client(withTimes(lease, requestTimeout).withHosts(hosts));
    }

    @Override
    public Optional<NodeFaults> nodes() {
        return Optional.ofNullable(nodes == null ? gated : nodes);
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
            String[] words = argument.split(" ", -1);
            ProviderSubject subject = of(words[0]);
            for (String option : Arrays.asList(words).subList(1, words.length)) {
                int equals = option.indexOf('=');
                subject = subject.withLeaseOption(
                        option.substring(0, equals), Integer.parseInt(option.substring(equals + 1)));
            }
            return subject;
        }
    }
}
