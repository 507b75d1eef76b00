package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.spi.Attempt;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A server with a certificate for the host name localhost, not for 127.0.0.1. */
@TestInstance(Lifecycle.PER_CLASS)
class TlsTest {
    private static final String PASSWORD = "changeit";

    private Path directory = Path.of("");
    private int port;
    private Path trustStore = Path.of("");
    private @Nullable ZooKeeperEnsemble server;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        directory = temporary;
        Path keys = directory.resolve("keys.p12");
        makeKey(keys);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        trustStore = trusting(store);
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        server = ZooKeeperEnsemble.builder()
                .config("secureClientPort=" + port)
                .config("serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory")
                .config("ssl.keyStore.location=" + keys)
                .config("ssl.keyStore.password=" + PASSWORD)
                .config("ssl.trustStore.location=" + trustStore)
                .config("ssl.trustStore.password=" + PASSWORD)
                .config("ssl.clientAuth=none")
                .start();
    }

    private static void makeKey(Path file) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "zookeeper",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private Path trusting(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("zookeeper", Objects.requireNonNull(keys.getCertificate("zookeeper")));
        Path file = directory.resolve("trust.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static Attempt attempt(ZooKeeperLocks locks, Duration patience) {
        LockConfig config = locks.connectTimeout(patience).config();
        try (TestClient client = new TestClient(config, Duration.ofSeconds(30))) {
            return client.tryAcquire(TestClient.claim("a"));
        }
    }

    @Test
    void onlyATrustedCertificateForTheHostOfTheUriIsAccepted() {
        Duration patient = Duration.ofSeconds(18);
        Duration hasty = Duration.ofSeconds(2);
        ZooKeeperLocks byName = ZooKeeperLocks.overTls("localhost:" + port);
        ZooKeeperLocks byAddress = ZooKeeperLocks.overTls("127.0.0.1:" + port).trustStore(trustStore, PASSWORD);
        assertThat(attempt(byName.trustStore(trustStore, PASSWORD), patient)).isInstanceOf(Attempt.Granted.class);
        // Everything is loaded by now, so what takes longer does not come.
        assertThat(attempt(byName, hasty)).isInstanceOf(Attempt.Unavailable.class);
        assertThat(attempt(byAddress, hasty)).isInstanceOf(Attempt.Unavailable.class);
    }
}
