package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.LockConfig;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisProbe;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisUser;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that answer, but not with what was asked for. */
class RefusalTest {
    private static final String PASSWORD = "s3cr3t-pässword";

    private final RedisServer server = RedisServer.builder().password(PASSWORD).start();

    @AfterEach
    void close() {
        server.close();
    }

    private RedisLocks locks() {
        return RedisLocks.at(server.host(), server.port());
    }

    private TestClient good() {
        return new TestClient(locks().password(PASSWORD)
                .database(3)
                .option("clientName", "me")
                .config());
    }

    @Test
    void passwordDatabaseAndNameAreUsed() {
        try (TestClient client = good()) {
            client.acquire(TestClient.claim("a"));
            TestClient.await(client.spi.check());
            assertThat(String.valueOf(server.command("CLIENT", "LIST"))).contains("name=me", "db=3");
            assertThat(String.valueOf(server.command("INFO", "keyspace"))).contains("db3:keys=2,expires=2");
        }
    }

    @Test
    void wrongPasswordIsToldAtOnceAndNeverQuoted() {
        String wrong = "wr0ng-passw0rd";
        try (TestClient client = new TestClient(locks().password(wrong).config())) {
            LockBackendException refused = permanent(client.tryAcquire(TestClient.claim("a")));
            assertThat(refused).hasMessageContainingAll("acquire of lock 'a'", "WRONGPASS", "AUTH", "URI");
            assertThat(trace(refused)).doesNotContain(wrong);
            assertThatThrownBy(() -> TestClient.await(client.spi.check()))
                    .hasCauseInstanceOf(LockBackendException.class)
                    .hasMessageContainingAll("check", "WRONGPASS");
            assertThat(client.spi.toString()).doesNotContain(wrong);
            server.command("CONFIG", "SET", "requirepass", wrong);
            client.acquire(TestClient.claim("a"));
        }
    }

    @Test
    void missingPasswordAndBadDatabaseAreToldAtOnce() {
        try (TestClient client = new TestClient(locks().config())) {
            assertThat(permanent(client.tryAcquire(TestClient.claim("a"))))
                    .hasMessageContainingAll("unauthenticated", "password");
        }
        LockConfig noSuchDatabase = locks().password(PASSWORD).database(99).config();
        try (TestClient client = new TestClient(noSuchDatabase)) {
            assertThat(permanent(client.tryAcquire(TestClient.claim("a"))))
                    .hasMessageContainingAll("SELECT", "out of range");
        }
    }

    @Test
    void userWithTheDocumentedRightsCanDoEverything() {
        RedisUser.withDocumentedRights(server, "app", PASSWORD, "+incr");
        LockConfig config = locks().credentials("app", PASSWORD).config();
        try (TestClient holder = new TestClient(config);
                TestClient waiter = new TestClient(config)) {
            Claim held = TestClient.claim("a");
            holder.acquire(held);
            Claim waiting = waiter.enqueue("a");
            assertThat(holder.renew(held, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
            assertThat(holder.inspect("a")).isPresent();
            TestClient.await(holder.spi.check());
            holder.releaseUnanswered(held);
            waiter.events.awaitNext("a");
            assertThat(waiter.waitFor(waiting)).isInstanceOf(Attempt.Granted.class);
            assertThat(waiter.release(waiting)).isTrue();
            Claim uncontended = TestClient.claim("b");
            holder.acquire(uncontended);
            assertThat(holder.release(uncontended)).isTrue();
        }
    }

    @Test
    void missingRightsAreToldAtOnceAndAMissingChannelCostsOnlyTheMessages() {
        server.command("ACL", "SETUSER", "app", "on", ">" + PASSWORD, "~lockspi:*", "resetchannels", "+@all");
        LockConfig config = locks().credentials("app", PASSWORD).config();
        try (TestClient client = new TestClient(config);
                TestClient waiter = new TestClient(config)) {
            Claim held = TestClient.claim("a");
            client.acquire(held);
            Claim waiting = TestClient.claim("a");
            assertThat(waiter.waitFor(waiting)).isInstanceOf(Attempt.Held.class);
            assertThat(client.release(held)).isTrue();
            assertThat(waiter.waitFor(waiting)).isInstanceOf(Attempt.Granted.class);
            waiter.events.expectNone(Duration.ofMillis(50));
            server.command("ACL", "SETUSER", "app", "-get");
            assertThat(permanent(client.tryAcquire(held)))
                    .hasMessageContainingAll("user executing the script", "rights");
        }
    }

    @Test
    void serverThatCannotWriteNowIsUnavailableAndHasDoneNothing() {
        try (TestClient client = good()) {
            Claim held = TestClient.claim("held");
            client.acquire(held);
            server.command("CONFIG", "SET", "maxmemory", "1");
            assertTemporary(client.tryAcquire(TestClient.claim("a")), "OOM");
            assertThat(client.releaseUnanswered(held))
                    .as("a release frees memory")
                    .isTrue();
            server.command("CONFIG", "SET", "maxmemory", "0");
            server.command("CONFIG", "SET", "min-replicas-to-write", "1");
            assertTemporary(client.tryAcquire(TestClient.claim("a")), "NOREPLICAS");
            server.command("CONFIG", "SET", "min-replicas-to-write", "0");
            server.command("REPLICAOF", "127.0.0.1", "1");
            assertTemporary(client.tryAcquire(TestClient.claim("a")), "READONLY");
            assertThatThrownBy(() -> TestClient.await(client.spi.check()))
                    .hasCauseInstanceOf(LockUnavailableException.class);
            server.command("REPLICAOF", "NO", "ONE");
            client.acquire(TestClient.claim("a"));
        }
    }

    @Test
    void busyServerIsUnavailable() throws InterruptedException {
        server.command("CONFIG", "SET", "busy-reply-threshold", "1");
        try (TestClient client = good();
                RedisProbe blocker = server.connect(Duration.ofSeconds(10))) {
            client.acquire(TestClient.claim("warm-up"));
            Thread script =
                    new Thread(() -> assertThatThrownBy(() -> blocker.command("EVAL", "while true do end", "0")));
            script.start();
            Attempt attempt;
            do {
                attempt = client.tryAcquire(TestClient.claim("a"));
            } while (!(attempt instanceof Attempt.Unavailable));
            assertTemporary(attempt, "BUSY");
            server.command("SCRIPT", "KILL");
            script.join();
            client.acquire(TestClient.claim("b"));
        }
    }

    private static LockBackendException permanent(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Unavailable.class);
        Attempt.Unavailable failure = (Attempt.Unavailable) attempt;
        assertThat(failure.permanent()).as(trace(failure.cause())).isTrue();
        assertThat(failure.cause()).isInstanceOf(LockBackendException.class);
        return (LockBackendException) failure.cause();
    }

    private static void assertTemporary(Attempt attempt, String code) {
        assertThat(attempt).isInstanceOfSatisfying(Attempt.Unavailable.class, failure -> {
            assertThat(failure.cause())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining(code);
            assertThat(failure.permanent()).isFalse();
            assertThat(failure.effect()).isEqualTo(Effect.NONE);
        });
    }

    private static String trace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
