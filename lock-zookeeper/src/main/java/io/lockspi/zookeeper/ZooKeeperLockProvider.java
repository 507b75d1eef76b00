package io.lockspi.zookeeper;

import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.util.List;
import java.util.Set;

/**
 * Locks on a ZooKeeper ensemble: algorithm {@code zookeeper}, with TLS {@code zookeepers}. ZooKeeper 3.5.3 or newer. A
 * claim is one ephemeral sequential node, so it ends with the session of its service; nothing stays on the servers when
 * no lock is used, because the parents are container nodes. On the class path only: ZooKeeper's jars share packages.
 *
 * <p>URI: {@code zookeeper://[user:password@]host[:port][,host[:port]...][/chroot][?option=value...]}; the port is 2181 if
 * absent. The chroot must exist: a missing one is more often a wrong URI than a wish. With user and password the service
 * authenticates by digest, and only that user can use the nodes that it makes. Options beside the engine's:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>name</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@code sessionTimeout}</td><td>{@code 10s}</td><td>after so long without a sign of life the servers end the
 * session, and so free its locks; the servers have their own limits, 2 to 20 ticks</td></tr>
 * <tr><td>{@code tick}</td><td>half the session timeout</td><td>the servers' tickTime; naming it lets a claim outlast a
 * longer outage</td></tr>
 * <tr><td>{@code connectTimeout}</td><td>{@code 3s}</td><td>how long a request waits for a connection</td></tr>
 * <tr><td>{@code tokenFloor}</td><td>0</td><td>added to every fencing token, for a guarded resource that has seen higher
 * ones of another back end</td></tr>
 * <tr><td>{@code acl}</td><td>{@code creator} with a user, else {@code open}</td><td>who may use the nodes</td></tr>
 * <tr><td>{@code trustStore}, {@code trustStorePassword}, {@code keyStore}, {@code keyStorePassword}</td><td>the JDK's;
 * none</td><td>TLS: the certificates to trust, and the client's own; PKCS12 or JKS</td></tr>
 * </table>
 */
public final class ZooKeeperLockProvider extends LockProvider {
    /** The algorithm's standard name. */
    public static final String ALGORITHM = "zookeeper";

    /** The algorithm's name when connections are encrypted. */
    public static final String TLS_ALIAS = "zookeepers";

    private static final Set<LockCapability> CAPABILITIES = Set.of(
            LockCapability.CROSS_PROCESS,
            LockCapability.FAIR,
            LockCapability.FENCING_TOKENS,
            LockCapability.LEASE,
            LockCapability.RENEWAL,
            LockCapability.LOSS_NOTIFICATION,
            LockCapability.INSPECTION,
            LockCapability.SURVIVES_MINORITY_FAILURE);

    /** Makes the provider. Does no I/O. */
    public ZooKeeperLockProvider() {
        super(
                "lockspi-zookeeper",
                "0.1.0",
                new Service(
                        ALGORITHM,
                        List.of(TLS_ALIAS),
                        CAPABILITIES,
                        ZooKeeperOptions.NAMES,
                        ZooKeeperLockService::open));
    }
}
