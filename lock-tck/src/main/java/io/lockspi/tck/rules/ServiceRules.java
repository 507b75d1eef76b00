package io.lockspi.tck.rules;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockException;
import io.lockspi.LockInfo;
import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.RuleBroken;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** Providers, and what services tell about themselves. */
@SuppressWarnings("LockNotBeforeTry")
final class ServiceRules {

    @LockRule(
            id = "P10",
            statement =
                    "The provider has a name and a version, lists its algorithm, and its capabilities are those of the service.",
            why = "Capabilities are declared once; everything else is asked, not guessed.",
            lookAt = "the provider's table of services",
            service = true)
    void providerDescribesItself(Bench bench) {
        LockService service = bench.service();
        LockProvider provider = service.getProvider();
        Check.that(!provider.name().isBlank(), "the provider has no name");
        Check.that(!provider.version().isBlank(), "the provider has no version");
        LockProvider.Service entry = entry(service);
        Check.equal(entry.capabilities(), service.capabilities(), "what the service says of its capabilities");
        String algorithm = entry.algorithm();
        Check.equal(algorithm.toLowerCase(Locale.ROOT), algorithm, "the algorithm, as it must be in a URI,");
    }

    private static LockProvider.Service entry(LockService service) {
        return service.getProvider().services().stream()
                .filter(entry -> entry.algorithm().equals(service.getAlgorithm()))
                .findFirst()
                .orElseThrow(() -> new RuleBroken("the provider does not list algorithm " + service.getAlgorithm()));
    }

    @LockRule(
            id = "P11",
            statement =
                    "An option that nobody knows, or a duration without a unit, is a LockConfigurationException that names it.",
            why = "A misspelt option that is ignored is a setting that does not work.",
            lookAt = "the options that the provider declares, and how it reads them",
            kinds = {"K14"},
            service = true)
    void unknownOptionsAreRefused(Bench bench) {
        LockService service = bench.service();
        refused(service, "noSuchOption", "1");
        refused(service, "lease", "30");
        refused(service, "poll", "soon");
    }

    private static void refused(LockService service, String option, String value) {
        LockConfig config = LockConfig.ofAlgorithm(service.getAlgorithm()).withOption(option, value);
        LockConfigurationException refusal = Check.fails(
                LockConfigurationException.class,
                "opening a service with " + option + "=" + value,
                () -> LockService.getInstance(service.getAlgorithm(), service.getProvider(), config)
                        .close());
        Check.that(
                String.valueOf(refusal.getMessage()).contains(option),
                "the refusal of " + option + "=" + value + " does not name it: " + refusal.getMessage());
    }

    @LockRule(
            id = "P12",
            statement = "Opening a service needs no server, and a password appears in no text and no message.",
            why = "Programs start before their servers do, and logs are read by many.",
            lookAt = "I/O in the factory; toString() and the messages of errors",
            service = true)
    void passwordsAreMasked(Bench bench) {
        LockService service = bench.service();
        String secret = "s3cr3t-" + bench.random().nextInt(1_000_000);
        String uri = service.getAlgorithm() + "://user:" + secret + "@127.0.0.1:1/0?requestTimeout="
                + bench.timing().prompt().toMillis() + "ms";
        String told;
        try (LockService opened =
                LockService.getInstance(service.getAlgorithm(), service.getProvider(), LockConfig.of(uri))) {
            told = opened + " " + failureOf(opened.getLock("any"));
        } catch (LockException | IllegalArgumentException refusal) {
            told = texts(refusal);
        }
        Check.that(!told.contains(secret), "a password is told: " + told.replace(secret, "********"));
    }

    private static String failureOf(Lock lock) {
        try {
            lock.tryLock();
            return "";
        } catch (LockException unavailable) {
            return texts(unavailable);
        }
    }

    private static String texts(Throwable failure) {
        StringBuilder texts = new StringBuilder();
        for (Throwable cause = failure; cause != null && texts.length() < 100_000; cause = cause.getCause()) {
            texts.append(cause).append('\n');
        }
        return texts.toString();
    }

    @LockRule(
            id = "P13",
            statement = "check() finds a healthy back end healthy.",
            why = "It is what a readiness probe calls.",
            lookAt = "the SPI's check()",
            service = true)
    void checkFindsHealth(Bench bench) {
        LockService service = bench.service();
        Check.succeeds("check()", () -> service.check(bench.timing().prompt()));
    }

    @LockRule(
            id = "P14",
            statement =
                    "inspect() tells the holder's process and token while a lock is held, and nothing when it is free.",
            why = "Who holds it? is the first question when something waits.",
            lookAt = "what is stored beside a claim",
            needs = LockCapability.INSPECTION,
            service = true)
    void inspectTellsTheHolder(Bench bench) {
        String name = bench.name();
        LockClient client = bench.open();
        LockService other = bench.service();
        Lock lock = client.lock(name);
        Check.equal(Optional.empty(), other.inspect(name), "what inspect() tells of a free lock");
        lock.lock();
        LockInfo info = other.inspect(name).orElseThrow(() -> new RuleBroken("inspect() tells nothing of a held lock"));
        Check.equal(ProcessHandle.current().pid(), info.pid(), "the holder's process id");
        Check.equal(name, info.name(), "the lock's name");
        // A store that ends claims with sessions tells the time that the session has.
        Check.atMost(
                bench.timing().steady().multipliedBy(2),
                info.remainingLease(),
                "the remaining lease that inspect() tells");
        if (bench.has(LockCapability.FENCING_TOKENS)) {
            Check.that(
                    info.fencingToken() >= client.fencingToken(lock),
                    "inspect() tells the token " + info.fencingToken() + ", below the holder's own");
        }
        lock.unlock();
        Check.equal(Optional.empty(), other.inspect(name), "what inspect() tells of a lock that was unlocked");
    }

    @Refusal(of = "P14", statement = "inspect() throws UnsupportedOperationException.")
    void inspectIsRefused(Bench bench) {
        LockService service = bench.service();
        Check.fails(UnsupportedOperationException.class, "inspect()", () -> service.inspect(bench.name()));
    }
}
