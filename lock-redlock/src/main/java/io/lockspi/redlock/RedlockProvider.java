package io.lockspi.redlock;

import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.util.List;
import java.util.Set;

/**
 * Locks kept by a majority of several independent Redis servers (6.2 or newer), none of which replicates another:
 * algorithm {@code redlock}, with TLS {@code redlocks}. Goes on, and stays exclusive, while a minority is down.
 *
 * <p>URI: {@code redlock://[user[:password]@]host[:port],host[:port],host[:port][/database][?option=value...]}, an odd
 * number of hosts, at least 3; the same credentials on all. Options beside the engine's, and beside those of {@code redis}
 * ({@code prefix}, here {@code lockspi:redlock} if absent, {@code connections}, {@code connectTimeout},
 * {@code clientName} and TLS):
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>name</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@code nodeTimeout}</td><td>{@code 50ms}</td><td>how long one server is waited for, a duration with unit; some
 * round trips</td></tr>
 * <tr><td>{@code restart}</td><td>{@code quarantine}</td><td>a server that has restarted grants nothing for
 * {@code maxLease} after its start, and then takes its counters from the others; {@code serve}: it grants at once, only for
 * servers that write to their disk before they answer</td></tr>
 * <tr><td>{@code maxLease}</td><td>{@code 60s}</td><td>the longest lease that is granted; the same in every client; not
 * with {@code restart=serve}</td></tr>
 * </table>
 *
 * <p>The first use of a new group needs all servers once: only if none of them knows anything is the group new. An ACL
 * user needs the rights that {@code redis} needs, without {@code incr}, and {@code info}.
 */
public final class RedlockProvider extends LockProvider {
    /** The algorithm's standard name. */
    public static final String ALGORITHM = "redlock";

    /** The algorithm's name when connections are encrypted. */
    public static final String TLS_ALIAS = "redlocks";

    private static final Set<LockCapability> CAPABILITIES = Set.of(
            LockCapability.CROSS_PROCESS,
            LockCapability.FENCING_TOKENS,
            LockCapability.LEASE,
            LockCapability.RENEWAL,
            LockCapability.LOSS_NOTIFICATION,
            LockCapability.INSPECTION,
            LockCapability.SURVIVES_MINORITY_FAILURE);

    /** Makes the provider. Does no I/O. */
    public RedlockProvider() {
        super(
                "lockspi-redlock",
                "0.1.0",
                new Service(ALGORITHM, List.of(TLS_ALIAS), CAPABILITIES, RedlockOptions.NAMES, RedlockService::open));
    }
}
