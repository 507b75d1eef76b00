package io.lockspi.redis;

import java.time.Duration;

/**
 * The quarantine of one server and prefix, from {@link io.lockspi.LockService#unwrap} of a service with
 * {@code restart=quarantine} or {@code failover=safe}. Thread-safe; each call is one request, and throws
 * {@link io.lockspi.LockUnavailableException} if the server does not answer.
 *
 * <p>With {@code failover=safe} a replica that was promoted is quarantined as well, and the quarantine lasts for
 * {@code maxLease} from the moment at which a majority of the servers knows of it; {@code FLUSHALL} begins one too.
 *
 * <p>A server that restarts without its data cannot know which claims its clients still hold. With the quarantine it
 * grants nothing until {@code maxLease} has passed since its start; claims that it does know are renewed and released
 * meanwhile. A new server looks the same, and waits as long after its start, unless somebody vouches for it. What is
 * deleted without a restart ({@code FLUSHALL}) is not noticed, and a server whose wall clock is set forward looks older
 * than it is.
 */
public interface RedisQuarantine {

    /**
     * For how long nothing will be granted.
     *
     * @return zero if locks are granted now
     */
    Duration remaining();

    /**
     * Vouches for this server as it runs now: no claim that it has forgotten is alive. Ends the quarantine at once, until
     * the next restart. Wrong use lets two clients hold one lock; it is for a server that is set up for the first time.
     */
    void bootstrap();
}
