package io.lockspi.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Named stores: who shares them, how long they live, and how a test takes a lock away. */
class LocalStoresTest {
    private final ManualTime time = new ManualTime();

    @ParameterizedTest
    @CsvSource({
        "local:, local:default",
        "local:, local://",
        "local:orders, local://orders",
        "local:orders, local:/orders",
        "local:a/b, local:///a/b"
    })
    void sameNameIsTheSameStore(String uri, String otherUri) {
        try (TestClient one = open(uri);
                TestClient two = open(otherUri)) {
            one.acquire(TestClient.claim("a"));

            assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);
        }
    }

    @Test
    void otherNameIsAnotherStore() {
        try (TestClient one = open("local:one");
                TestClient two = open("local:two")) {
            one.acquire(TestClient.claim("a"));

            assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Granted.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"local://h:1", "local://u@h", "local://:secret@h", "local://a,b", "local://a/b", "local://u@/a"})
    void serversAreRefused(String uri) {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> open(uri))
                .withMessageContaining("write local: or local:NAME")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void storeLivesUntilItsLastServiceIsClosed() {
        TestClient one = open("local:short");
        TestClient two = open("local:short");
        one.acquire(TestClient.claim("a"));

        one.close();
        one.close();
        assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);
        try (TestClient joined = open("local:short")) {
            assertThat(joined.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);
        }
        two.close();

        assertThat(LocalStores.find("short")).isEmpty();
        try (TestClient three = open("local:short")) {
            assertThat(three.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Granted.class);
        }
    }

    @Test
    void closedServiceRefusesEverything() {
        TestClient client = open("local:closed");
        Claim claim = TestClient.claim("a");
        Grant grant = client.acquire(claim);
        client.close();

        assertThat(client.ask(claim, true)).isInstanceOfSatisfying(Attempt.Unavailable.class, answer -> {
            assertThat(answer.effect()).isEqualTo(Attempt.Effect.NONE);
            assertThat(answer.cause()).hasMessageContainingAll("lock 'a'", "the service is closed");
        });
        assertThat(client.service.check()).isCompletedExceptionally();
        assertThat(client.service.inspect("a")).isCompletedExceptionally();
        assertThatExceptionOfType(java.util.concurrent.CompletionException.class)
                .isThrownBy(() -> client.release(claim))
                .withCauseInstanceOf(LockUnavailableException.class);
        assertThatExceptionOfType(java.util.concurrent.CompletionException.class)
                .isThrownBy(() -> client.renew(claim, grant, Duration.ofSeconds(1)));
    }

    @Test
    void openServiceCanServe() {
        try (TestClient client = open("local:open")) {
            assertThat(client.service.check()).isCompleted();
            assertThat(client.service).hasToString("local store 'open'");
        }
    }

    @Test
    void storeHasOneClock() {
        try (TestClient client = open("local:clock")) {
            assertThat(client.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Granted.class);
            assertThatExceptionOfType(LockConfigurationException.class)
                    .isThrownBy(() -> new TestClient(LockConfig.of("local:clock"), new ManualTime()))
                    .withMessageContaining("local store 'clock' is open with another clock");
        }
        assertThat(LocalStores.find("clock"))
                .as("a refused service counts for nothing")
                .isEmpty();
    }

    @Test
    void expiredLockIsMissedAtTheNextRenewalOnly() {
        try (TestClient client = open("local:expire")) {
            Claim claim = TestClient.claim("a");
            Grant grant = client.acquire(claim);

            assertThat(LocalLocks.expire("expire", "a")).isTrue();

            assertThat(client.events).isEmpty();
            assertThat(client.renew(claim, grant, claim.lease())).isEqualTo(new Renewal.NotMine());
            assertThat(LocalLocks.expire("expire", "a")).isFalse();
        }
        assertThat(LocalLocks.expire("expire", "a")).isFalse();
    }

    @Test
    void revokedLockIsToldToItsHolderAndPassedOn() {
        try (TestClient client = open("local:revoke");
                TestClient next = open("local:revoke")) {
            Claim claim = TestClient.claim("a");
            client.acquire(claim);
            next.ask(TestClient.claim("a"), true);

            assertThat(LocalLocks.revoke("revoke", "a")).isTrue();

            assertThat(client.events).containsExactly("lost a " + claim.id());
            assertThat(next.events).containsExactly("free a");
        }
        assertThat(LocalLocks.revoke("revoke", "a")).isFalse();
    }

    @Test
    void configurationCarriesTheClock() {
        assertThat(LocalLocks.config(time).attachment(io.lockspi.spi.TimeSource.class))
                .isEqualTo(Optional.of(time));
        assertThat(LocalLocks.config(time)).hasToString("local:default");
        assertThat(LocalLocks.config("a b", time)).hasToString("local:a%20b");
    }

    private TestClient open(String uri) {
        return new TestClient(LockConfig.of(uri), time);
    }
}
