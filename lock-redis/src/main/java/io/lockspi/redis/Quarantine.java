package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a service asks of a server that has restarted, and with {@code failover=safe} of a replica that was promoted. Immutable.
 *
 * @param maxLease the longest lease of any claim of these servers and this prefix
 * @param failover whether it is for promoted replicas as well, and counts from the moment at which a majority knows
 */
record Quarantine(Duration maxLease, boolean failover) {
    static final String RESTART = "restart";
    static final String FAILOVER = "failover";
    static final String MAX_LEASE = "maxLease";
    private static final String SERVE = "serve";
    private static final String QUARANTINE = "quarantine";
    private static final String PLAIN = "plain";
    private static final String SAFE = "safe";
    private static final Duration DEFAULT_MAX_LEASE = Duration.ofSeconds(60);

    /** The quarantine that a configuration asks for, {@code null} if it asks for none. */
    static @Nullable Quarantine read(LockConfig config) {
        boolean restart = choose(config, RESTART, SERVE, QUARANTINE, "grant at once after a restart");
        boolean failover = choose(config, FAILOVER, PLAIN, SAFE, "grant at once after a failover");
        if (restart && failover) {
            throw new LockConfigurationException("option '" + RESTART + "=" + QUARANTINE + "' is part of '" + FAILOVER
                    + "=" + SAFE + "'; leave it out");
        }
        if (!restart && !failover) {
            if (config.option(MAX_LEASE).isPresent()) {
                throw new LockConfigurationException("option '" + MAX_LEASE + "' means something only with '" + RESTART
                        + "=" + QUARANTINE + "' or '" + FAILOVER + "=" + SAFE + "'; add one or leave it out");
            }
            return null;
        }
        Quarantine wanted = new Quarantine(config.duration(MAX_LEASE, DEFAULT_MAX_LEASE), failover);
        Duration lease = config.duration("lease", Duration.ofSeconds(30));
        if (wanted.refuses(lease)) {
            throw new LockConfigurationException("option 'lease' is longer than '" + MAX_LEASE + "', which is "
                    + wanted.maxLease.toMillis() + " ms; no claim may outlive the quarantine");
        }
        return wanted;
    }

    private static boolean choose(LockConfig config, String option, String no, String yes, String meaning) {
        String text = config.option(option).orElse(no);
        if (!text.equals(no) && !text.equals(yes)) {
            throw new LockConfigurationException(
                    "option '" + option + "' is '" + text + "'; it takes " + no + " (" + meaning + ") or " + yes);
        }
        return text.equals(yes);
    }

    /** Whether a claim of this lease could outlive the quarantine. */
    boolean refuses(Duration lease) {
        return lease.compareTo(maxLease) > 0;
    }

    String millis() {
        return RedisLockService.millis(maxLease);
    }

    /** The same for the scripts. */
    String failoverFlag() {
        return failover ? "1" : "0";
    }
}
