package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.spi.LockProvider;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * The engine's own options, read from a configuration.
 *
 * @param lease the lease of renewed claims; at least 50 ms
 * @param requestTimeout how long one request may stay unanswered; at least 10 ms
 * @param poll the longest time between two attempts of a waiter; 1 ms to 1 s
 * @param application the label for people; may be empty
 */
public record EngineOptions(Duration lease, Duration requestTimeout, Duration poll, String application) {
    private static final String LEASE = "lease";
    private static final String REQUEST_TIMEOUT = "requestTimeout";
    private static final String POLL = "poll";
    private static final String APPLICATION = "application";
    private static final Set<String> OWN = Set.of(LEASE, REQUEST_TIMEOUT, POLL, APPLICATION);

    private static final Duration MIN_LEASE = Duration.ofMillis(50);
    private static final Duration MIN_REQUEST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MIN_POLL = Duration.ofMillis(1);
    private static final Duration MAX_POLL = Duration.ofSeconds(1);
    private static final int MAX_APPLICATION_CHARS = 200;

    /** Checks the ranges. */
    public EngineOptions {
        atLeast(LEASE, lease, MIN_LEASE);
        lease = Nanos.capped(lease);
        atLeast(REQUEST_TIMEOUT, requestTimeout, MIN_REQUEST_TIMEOUT);
        atLeast(POLL, poll, MIN_POLL);
        if (poll.compareTo(MAX_POLL) > 0) {
            throw new LockConfigurationException(
                    "option 'poll' is " + DurationText.show(poll) + ", but must be at most "
                            + DurationText.show(MAX_POLL) + ", because waiters must not depend on notifications");
        }
        if (application.length() > MAX_APPLICATION_CHARS) {
            throw new LockConfigurationException("option 'application' is " + Quote.of(application)
                    + ", but must have at most " + MAX_APPLICATION_CHARS + " characters");
        }
    }

    /**
     * Reads the engine's options, and refuses what neither the engine nor the back end knows.
     *
     * @param service the back end
     * @param config the configuration
     * @return the options; 30 s, 3 s, 1 s and an empty label where nothing is set
     * @throws LockConfigurationException if an option is unknown, malformed or out of range
     */
    public static EngineOptions read(LockProvider.Service service, LockConfig config) {
        refuseUnknown(service, config);
        return new EngineOptions(
                config.duration(LEASE, Duration.ofSeconds(30)),
                config.duration(REQUEST_TIMEOUT, Duration.ofSeconds(3)),
                config.duration(POLL, MAX_POLL),
                config.option(APPLICATION).orElse(""));
    }

    private static void refuseUnknown(LockProvider.Service service, LockConfig config) {
        Set<String> known = new TreeSet<>(service.options());
        known.addAll(OWN);
        for (String name : config.options().keySet()) {
            if (!known.contains(name)) {
                throw new LockConfigurationException("option " + Quote.of(name) + " is unknown to algorithm '"
                        + service.algorithm() + "'" + Suggestion.didYouMean(name, known) + "; it knows "
                        + String.join(", ", known));
            }
        }
    }

    private static void atLeast(String name, Duration value, Duration min) {
        if (value.compareTo(min) < 0) {
            throw new LockConfigurationException("option '" + name + "' is " + DurationText.show(value)
                    + ", but must be at least " + DurationText.show(min));
        }
    }
}
