package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisClientConfig;
import org.redisson.config.SslVerificationMode;

/**
 * How to encrypt. Immutable; its text holds no password.
 *
 * @param trustStore the file with the certificates to trust, or {@code null} for the JDK's own
 * @param trustStorePassword its password, or {@code null}
 * @param keyStore the file with the client's key and certificate, or {@code null} for none
 * @param keyStorePassword its password, or {@code null}
 * @param verifyHostname whether the server's certificate must be made out to the host of the URI
 */
public record TlsOptions(
        @Nullable String trustStore,
        @Nullable String trustStorePassword,
        @Nullable String keyStore,
        @Nullable String keyStorePassword,
        boolean verifyHostname) {
    /** The option with the file of certificates to trust. */
    public static final String TRUST_STORE = "trustStore";
    /** The option with its password. */
    public static final String TRUST_STORE_PASSWORD = "trustStorePassword";
    /** The option with the file of the client's key. */
    public static final String KEY_STORE = "keyStore";
    /** The option with its password. */
    public static final String KEY_STORE_PASSWORD = "keyStorePassword";
    /** The option that says whether certificates must name the host. */
    public static final String VERIFY_HOSTNAME = "verifyHostname";

    /** All of them. */
    public static final Set<String> NAMES =
            Set.of(TRUST_STORE, TRUST_STORE_PASSWORD, KEY_STORE, KEY_STORE_PASSWORD, VERIFY_HOSTNAME);

    /**
     * Reads the options.
     *
     * @param config the configuration
     * @param scheme the scheme that stands for TLS
     * @return {@code null} for another scheme
     */
    static @Nullable TlsOptions read(LockConfig config, String scheme) {
        if (config.algorithm().equals(scheme)) {
            return new TlsOptions(
                    config.option(TRUST_STORE).orElse(null),
                    config.option(TRUST_STORE_PASSWORD).orElse(null),
                    config.option(KEY_STORE).orElse(null),
                    config.option(KEY_STORE_PASSWORD).orElse(null),
                    config.bool(VERIFY_HOSTNAME, true));
        }
        for (String name : config.options().keySet()) {
            if (NAMES.contains(name)) {
                throw new LockConfigurationException("option " + name + " needs TLS; begin the URI with " + scheme
                        + ":// instead of " + config.algorithm() + "://");
            }
        }
        return null;
    }

    /**
     * Puts everything into a client's configuration; reads the files.
     *
     * @throws RequestFailure if a file cannot be used; waiting does not heal that
     */
    void apply(RedisClientConfig config) {
        config.setSslVerificationMode(verifyHostname ? SslVerificationMode.STRICT : SslVerificationMode.CA_ONLY);
        if (trustStore != null) {
            config.setSslTrustManagerFactory(trust(trustStore));
        }
        if (keyStore != null) {
            config.setSslKeyManagerFactory(keys(keyStore));
        }
    }

    private TrustManagerFactory trust(String file) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(load(file, trustStorePassword));
            return factory;
        } catch (IOException | GeneralSecurityException e) {
            throw unusable(TRUST_STORE, file, e);
        }
    }

    private KeyManagerFactory keys(String file) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(load(file, keyStorePassword), chars(keyStorePassword));
            return factory;
        } catch (IOException | GeneralSecurityException e) {
            throw unusable(KEY_STORE, file, e);
        }
    }

    private static KeyStore load(String file, @Nullable String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            store.load(in, chars(password));
        }
        return store;
    }

    private static char @Nullable [] chars(@Nullable String text) {
        return text == null ? null : text.toCharArray();
    }

    private static RequestFailure unusable(String option, String file, Exception cause) {
        return RequestFailure.refused(
                "the file of option " + option + ", " + file + ", cannot be read as a key store (" + cause
                        + "); correct the path, its password or its format (PKCS12 or JKS)",
                cause);
    }

    @Override
    public String toString() {
        return "TLS with trust store " + trustStore + " and key store " + keyStore;
    }
}
