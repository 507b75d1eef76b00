package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockBackendException;
import io.lockspi.LockConfig;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
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
    private @Nullable RedisServer server;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        directory = temporary;
        Path keys = directory.resolve("keys.p12");
        makeKey(keys);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        Path certificate = pem("CERTIFICATE", store.getCertificate("redis").getEncoded());
        Path key =
                pem("PRIVATE KEY", store.getKey("redis", PASSWORD.toCharArray()).getEncoded());
        trustStore = trusting(store);
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        server = RedisServer.builder()
                .config("tls-port " + port)
                .config("tls-cert-file " + certificate)
                .config("tls-key-file " + key)
                .config("tls-ca-cert-file " + certificate)
                .config("tls-auth-clients optional")
                .start();
    }

    private static void makeKey(Path file) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
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

    private Path pem(String kind, byte[] content) throws Exception {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Path file = directory.resolve(kind.replace(' ', '-') + ".pem");
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    private Path trusting(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("redis", Objects.requireNonNull(keys.getCertificate("redis")));
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

    @Test
    void trustedServerIsUsedForRequestsAndMessages() {
        LockConfig config = RedisLocks.overTls("localhost", port)
                .trustStore(trustStore, PASSWORD)
                .config();
        try (TestClient client = new TestClient(config, TestClient.LEASE)) {
            client.acquire(TestClient.claim("a"));
            client.enqueue("a");
        }
    }

    /** What is encrypted is written by the event loop, whoever asks. */
    @Test
    void manyThreadsGetTheirOwnAnswers() {
        LockConfig config = RedisLocks.overTls("localhost", port)
                .trustStore(trustStore, PASSWORD)
                .config();
        try (TestClient client = new TestClient(config, TestClient.LEASE)) {
            List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                        long token = 0;
                        for (int i = 0; i < 200; i++) {
                            Claim claim = TestClient.claim("own" + thread);
                            long next = client.acquire(claim).lastToken();
                            assertThat(next).isGreaterThan(token);
                            token = next;
                            assertThat(TestClient.await(client.spi.release(new Release(claim, null, token, false))))
                                    .isTrue();
                        }
                    }))
                    .toList();
            threads.forEach(CompletableFuture::join);
        }
    }

    @Test
    void unknownCertificateIsRefusedForGood() {
        assertThat(failure(RedisLocks.overTls("localhost", port))).hasMessageContainingAll("TLS", "trustStore");
    }

    @Test
    void certificateForAnotherHostIsRefusedUnlessToldOtherwise() {
        RedisLocks locks = RedisLocks.overTls("127.0.0.1", port).trustStore(trustStore, PASSWORD);
        assertThat(failure(locks)).hasMessageContainingAll("TLS", "verifyHostname");
        LockConfig trusting = locks.option("verifyHostname", "false").config();
        try (TestClient client = new TestClient(trusting, TestClient.LEASE)) {
            client.acquire(TestClient.claim("b"));
        }
    }

    @Test
    void unreadableStoreIsNamed() {
        Path missing = directory.resolve("missing.p12");
        RedisLocks locks = RedisLocks.overTls("localhost", port);
        assertThat(failure(locks.trustStore(missing, null))).hasMessageContainingAll(missing.toString(), "trustStore");
        assertThat(failure(locks.trustStore(trustStore, "wr0ng-passw0rd")))
                .hasMessageContaining(trustStore.toString())
                .hasMessageNotContaining("wr0ng-passw0rd");
    }

    private static LockBackendException failure(RedisLocks locks) {
        try (TestClient client = new TestClient(locks.config(), TestClient.LEASE)) {
            Attempt attempt = client.tryAcquire(TestClient.claim("a"));
            assertThat(attempt).isInstanceOf(Attempt.Unavailable.class);
            Attempt.Unavailable failure = (Attempt.Unavailable) attempt;
            assertThat(failure.permanent()).as(failure.toString()).isTrue();
            return (LockBackendException) failure.cause();
        }
    }
}
