package io.lockspi.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.client.ZKClientConfig;

/** Makes the service's own client. */
final class ClientFactory {
    private static final int CLOSE_MILLIS = 1_000;

    private ClientFactory() {}

    static CuratorFramework create(ZooKeeperOptions options) {
        ZKClientConfig config = new ZKClientConfig();
        // Only closing waits for an answer; it must not wait for a server that is silent.
        config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Integer.toString(CLOSE_MILLIS));
        config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        if (options.tls() != null) {
            options.tls().apply(config);
        }
        var builder = CuratorFrameworkFactory.builder()
                .connectString(options.connectString())
                .sessionTimeoutMs(Math.toIntExact(options.sessionTimeout().toMillis()))
                .connectionTimeoutMs((int) Math.min(options.connectTimeout().toMillis(), Integer.MAX_VALUE))
                // Requests are ours and go past Curator; the engine is the only one to repeat them.
                .retryPolicy(new RetryOneTime(1))
                // The URI names the servers.
                .ensembleTracker(false)
                .waitForShutdownTimeoutMs(CLOSE_MILLIS)
                .zkClientConfig(config);
        if (options.digest() != null) {
            builder.authorization("digest", options.digest().getBytes(StandardCharsets.UTF_8));
        }
        return builder.build();
    }

    /** The namespace of an application's client, as path elements. */
    static List<String> namespace(CuratorFramework client) {
        String namespace = client.getNamespace();
        return namespace == null || namespace.isEmpty() ? List.of() : List.of(namespace.split("/", -1));
    }
}
