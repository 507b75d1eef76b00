package io.lockspi.zookeeper;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * How to encrypt. Immutable; its text holds no password. The certificate must be made out to the host of the URI: Netty 4.2
 * verifies that in any case, whatever ZooKeeper's client is told.
 *
 * @param trustStore the file with the certificates to trust, or {@code null} for the JDK's own
 * @param trustStorePassword its password, or {@code null}
 * @param keyStore the file with the client's key and certificate, or {@code null} for none
 * @param keyStorePassword its password, or {@code null}
 */
record TlsOptions(
        @Nullable String trustStore,
        @Nullable String trustStorePassword,
        @Nullable String keyStore,
        @Nullable String keyStorePassword) {
    static final String TRUST_STORE = "trustStore";
    static final String TRUST_STORE_PASSWORD = "trustStorePassword";
    static final String KEY_STORE = "keyStore";
    static final String KEY_STORE_PASSWORD = "keyStorePassword";

    static final Set<String> NAMES = Set.of(TRUST_STORE, TRUST_STORE_PASSWORD, KEY_STORE, KEY_STORE_PASSWORD);

    /** Reads the options; {@code null} for the unencrypted scheme. */
    static @Nullable TlsOptions read(LockConfig config) {
        if (config.algorithm().equals(ZooKeeperLockProvider.TLS_ALIAS)) {
            return new TlsOptions(
                    file(config, TRUST_STORE),
                    config.option(TRUST_STORE_PASSWORD).orElse(null),
                    file(config, KEY_STORE),
                    config.option(KEY_STORE_PASSWORD).orElse(null));
        }
        for (String name : config.options().keySet()) {
            if (NAMES.contains(name)) {
                throw new LockConfigurationException("option " + name + " needs TLS; begin the URI with "
                        + ZooKeeperLockProvider.TLS_ALIAS + ":// instead of " + config.algorithm() + "://");
            }
        }
        return null;
    }

    /** ZooKeeper's client would only log that it cannot read a file, and try for ever. */
    private static @Nullable String file(LockConfig config, String option) {
        String name = config.option(option).orElse(null);
        if (name != null && !Files.isReadable(Path.of(name))) {
            throw new LockConfigurationException(
                    "the file of option " + option + ", " + name + ", cannot be read; correct the path or its rights");
        }
        return name;
    }

    /** Puts everything into a client's configuration. */
    void apply(ZKClientConfig config) {
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
        set(config, "zookeeper.ssl.trustStore.location", trustStore);
        set(config, "zookeeper.ssl.trustStore.password", trustStorePassword);
        set(config, "zookeeper.ssl.keyStore.location", keyStore);
        set(config, "zookeeper.ssl.keyStore.password", keyStorePassword);
    }

    private static void set(ZKClientConfig config, String name, @Nullable String value) {
        if (value != null) {
            config.setProperty(name, value);
        }
    }

    @Override
    public String toString() {
        return "TLS with trust store " + trustStore + " and key store " + keyStore;
    }
}
