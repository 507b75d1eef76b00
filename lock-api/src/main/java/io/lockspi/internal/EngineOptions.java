package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.spi.LockProvider;
import java.time.Duration;

/**
 * The engine's own options, read from a configuration.
 *
 * @param lease the lease of renewed claims
 * @param requestTimeout how long one request may stay unanswered
 * @param poll the longest time between two attempts of a waiter
 * @param application the label for people
 */
public record EngineOptions(Duration lease, Duration requestTimeout, Duration poll, String application) {

    public static EngineOptions read(LockProvider.Service service, LockConfig config) {
        return new EngineOptions(
                config.duration("lease", Duration.ofSeconds(30)),
                config.duration("requestTimeout", Duration.ofSeconds(3)),
                config.duration("poll", Duration.ofSeconds(1)),
                config.option("application").orElse("") + service.algorithm());
    }
}
