package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a service asks of a server that has restarted. Immutable.
 *
 * @param maxLease the longest lease of any claim of these servers and this prefix
 */
record Quarantine(Duration maxLease) {
    static final String RESTART = "restart";
    static final String MAX_LEASE = "maxLease";
    private static final String SERVE = "serve";
    private static final String QUARANTINE = "quarantine";
    private static final Duration DEFAULT_MAX_LEASE = Duration.ofSeconds(60);

    /** The quarantine that a configuration asks for, {@code null} if it asks for none. */
    static @Nullable Quarantine read(LockConfig config) {
        String restart = config.option(RESTART).orElse(SERVE);
        if (restart.equals(SERVE)) {
            if (config.option(MAX_LEASE).isPresent()) {
                throw new LockConfigurationException("option '" + MAX_LEASE + "' means something only with '" + RESTART
                        + "=" + QUARANTINE + "'; add that or leave it out");
            }
            return null;
        }
        if (!restart.equals(QUARANTINE)) {
            throw new LockConfigurationException("option '" + RESTART + "' is '" + restart + "'; it takes " + SERVE
                    + " (grant at once after a restart) or " + QUARANTINE);
        }
        Quarantine wanted = new Quarantine(config.duration(MAX_LEASE, DEFAULT_MAX_LEASE));
        Duration lease = config.duration("lease", Duration.ofSeconds(30));
        if (wanted.refuses(lease)) {
            throw new LockConfigurationException("option 'lease' is longer than '" + MAX_LEASE + "', which is "
                    + wanted.maxLease.toMillis() + " ms; no claim may outlive the quarantine");
        }
        return wanted;
    }

    /** Whether a claim of this lease could outlive the quarantine. */
    boolean refuses(Duration lease) {
        return lease.compareTo(maxLease) > 0;
    }

    String millis() {
        return RedisLockService.millis(maxLease);
    }
}
