package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.redis.node.DirectTransport;
import io.lockspi.redis.node.Mailbox;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.RedisTransport;
import io.lockspi.redis.node.RedissonTransport;
import io.lockspi.redis.node.RoutedTransport;
import io.lockspi.redis.node.StoredClaim;
import io.lockspi.redis.node.Topology;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiContext;
import io.lockspi.spi.SpiEvents;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/** Locks on one Redis, one script and one round trip for each question. Thread-safe. */
final class RedisLockService implements LockServiceSpi {
    private static final Logger LOG = System.getLogger(RedisLockService.class.getName());

    private final RedisTransport transport;
    private final String prefix;
    private final String label;
    private final Answers answers;
    private final EpochGate gate;
    private final RenewalBatches renewals;
    private final RedisGuard guard;
    /** What scripts are told of epoch and quarantine, if at all. */
    private final List<String> acquireSettings;

    private final List<String> releaseSettings;
    private final Script acquireScript;
    private final Script releaseScript;
    private final @Nullable Quarantine quarantine;
    private final String bootKey;
    private final AtomicBoolean policyChecked = new AtomicBoolean();
    private volatile @Nullable Mailbox mailbox;

    RedisLockService(RedisTransport transport, RedisOptions options, SpiContext context) {
        this.transport = transport;
        this.prefix = options.prefix();
        boolean inEpoch = options.asksForEpoch() || options.quarantine() != null;
        this.acquireScript = inEpoch ? Script.ACQUIRE.inEpoch() : Script.ACQUIRE;
        this.releaseScript = inEpoch ? Script.RELEASE.inEpoch() : Script.RELEASE;
        Script renew = inEpoch ? Script.RENEW.inEpoch() : Script.RENEW;
        String epochFlag = options.asksForEpoch() ? "1" : "0";
        this.quarantine = options.quarantine();
        this.releaseSettings = quarantine == null ? List.of() : List.of(quarantine.millis(), quarantine.failoverFlag());
        this.acquireSettings = inEpoch ? with(releaseSettings, epochFlag) : List.of();
        this.bootKey = LockKeys.boot(prefix);
        this.label = StoredClaim.label(context.owner());
        this.answers = new Answers(transport.where());
        this.gate = new EpochGate(transport, bootKey, quarantine);
        this.renewals = new RenewalBatches(
                transport,
                gate,
                answers,
                prefix,
                renew,
                List.of(options.reassert() ? label : "", gate.maxLease(), epochFlag));
        this.guard = new ScriptedGuard(transport, prefix, answers);
    }

    /** The factory of the provider. */
    static LockServiceSpi open(SpiContext context) {
        RedisOptions options = RedisOptions.read(context.config());
        RedisTransport transport = context.config()
                .attachment(RedissonClient.class)
                .<RedisTransport>map(client -> new RedissonTransport(client, context.requestTimeout()))
                .orElseGet(() -> own(options, context));
        return new RedisLockService(transport, options, context);
    }

    private static RedisTransport own(RedisOptions options, SpiContext context) {
        NodeOptions node = Objects.requireNonNull(options.node());
        Topology topology = Objects.requireNonNull(options.topology());
        if (topology.kind() == Topology.Kind.SINGLE) {
            return DirectTransport.alone(node, options.replicas(), context);
        }
        UnaryOperator<LockConfig.Host> addresses = context.config()
                .attachment(RedisAddresses.class)
                .<UnaryOperator<LockConfig.Host>>map(map -> map::reach)
                .orElse(UnaryOperator.identity());
        return new RoutedTransport(topology, node, options.replicas(), addresses, context);
    }

    @Override
    public void onEvents(SpiEvents events) {
        mailbox = new EventsMailbox(prefix + ":mail:" + UUID.randomUUID(), events);
    }

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        Quarantine limit = quarantine;
        if (limit != null && limit.refuses(claim.lease())) {
            return CompletableFuture.completedFuture(
                    Answers.broken(answers.tooLong("acquire", claim.name(), claim.lease(), limit.maxLease())));
        }
        Mailbox box = mailbox;
        List<String> args = with(
                acquireSettings,
                claim.id(),
                millis(claim.lease()),
                Integer.toString(claim.tokens()),
                label,
                wait ? box == null ? Mailbox.NONE : transport.channel(box) : "");
        return gate.eval(claim.name(), acquireScript, keys(claim), args).handle((reply, error) -> {
            Attempt attempt = error == null ? answers.attempt(claim, reply) : answers.unavailable(claim, error);
            afterAttempt(attempt, wait ? box : null);
            return attempt;
        });
    }

    private List<String> keys(Claim claim) {
        LockKeys keys = LockKeys.of(prefix, claim.name());
        return quarantine == null ? keys.forClaim(claim.id()) : keys.forClaim(claim.id(), bootKey);
    }

    private static List<String> with(List<String> settings, String... args) {
        if (settings.isEmpty()) {
            return List.of(args);
        }
        List<String> all = new ArrayList<>(args.length + settings.size());
        all.addAll(Arrays.asList(args));
        all.addAll(settings);
        return all;
    }

    /** A waiter needs the subscription from now on; its confirmation makes the engine ask again. */
    private void afterAttempt(Attempt attempt, @Nullable Mailbox waitersBox) {
        if (attempt instanceof Attempt.Held && waitersBox != null) {
            transport.listen(waitersBox);
        }
        if (attempt instanceof Attempt.Granted && policyChecked.compareAndSet(false, true)) {
            ask("check").whenComplete((policy, error) -> warnOfEviction(policy));
        }
    }

    private void warnOfEviction(@Nullable String policy) {
        if (policy != null && !policy.isEmpty() && !policy.equals("noeviction")) {
            LOG.log(
                    Level.WARNING,
                    "{0} has maxmemory-policy {1}: it may evict locks that are held; set noeviction",
                    transport.where(),
                    policy);
        }
    }

    @Override
    public CompletionStage<List<Renewal.Result>> renew(List<Renewal> wanted) {
        Quarantine limit = quarantine;
        if (limit == null || wanted.stream().noneMatch(renewal -> limit.refuses(renewal.lease()))) {
            return renewals.renew(wanted);
        }
        // Only a nested acquire asks for more than the claim was granted for, and always alone.
        List<Renewal.Result> refused = new ArrayList<>();
        for (Renewal renewal : wanted) {
            String name = renewal.claim().name();
            refused.add(new Renewal.Unknown(answers.tooLong("renewal", name, renewal.lease(), limit.maxLease())));
        }
        return CompletableFuture.completedFuture(refused);
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        Claim claim = release.claim();
        long granted = release.grant() == null ? 0 : release.grant().lastToken();
        List<String> args = with(
                releaseSettings,
                claim.id(),
                Long.toString(Math.max(release.topToken(), granted)),
                release.unanswered() ? millis(claim.lease()) : "0");
        return transport.eval(claim.name(), releaseScript, keys(claim), args).handle((reply, error) -> {
            if (error != null) {
                throw answers.exception("release", claim.name(), error);
            }
            return Answers.number(reply, 0) == 1;
        });
    }

    @Override
    public CompletionStage<Void> check() {
        policyChecked.set(true);
        return ask("check").handle((policy, error) -> {
            if (error != null) {
                throw error instanceof LockException known ? known : answers.exception("check", null, error);
            }
            warnOfEviction(policy);
            return null;
        });
    }

    private CompletionStage<@Nullable String> ask(String probe) {
        List<String> keys = List.of(LockKeys.of(prefix, probe).data(probe));
        return transport.eval(probe, Script.CHECK, keys, List.of()).thenApply(reply -> (String) reply.get(0));
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        LockKeys keys = LockKeys.of(prefix, name);
        return transport
                .eval(name, Script.INSPECT, List.of(keys.lock(), keys.waiters()), List.of())
                .handle((reply, error) -> {
                    if (error != null) {
                        throw answers.exception("inspect", name, error);
                    }
                    return answers.info(name, reply);
                });
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        Quarantine limit = quarantine;
        if (type == RedisGuard.class) {
            return Optional.of(type.cast(guard));
        }
        if (type == RedisQuarantine.class && limit != null) {
            return Optional.of(type.cast(new ScriptedQuarantine(transport, answers, bootKey, limit)));
        }
        return LockServiceSpi.super.unwrap(type);
    }

    /** Whole milliseconds, which is what Redis counts in; at least 1. */
    static String millis(Duration duration) {
        return Long.toString(Math.max(1, duration.toMillis()));
    }

    @Override
    public void close() {
        transport.close();
    }

    @Override
    public String toString() {
        return "locks at " + transport.where();
    }
}
