package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockBackendException;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, when, and in which words. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class ConfigurationTest {
    private static final Five THREE = new Five(3);

    @AfterAll
    static void stop() {
        THREE.close();
    }

    @ParameterizedTest
    @CsvSource({
        "redlock://a, 1 hosts",
        "'redlock://a,b', 2 hosts",
        "'redlock://a,b,c,d', 4 hosts",
        "'redlock://a,b,a:6379', host twice",
        "'redlock://a,b,c?nodeTimeout=50', unit",
        "'redlock://a,b,c?restart=maybe', quarantine",
        "'redlock://a,b,c?restart=serve&maxLease=5s', maxLease",
        "'redlock://a,b,c?lease=90s', maxLease",
        "'redlock://a,b,c?trustStore=/t', redlocks",
        "'redlock://a,b,c?colour=red', colour"
    })
    void refusedWhenOpened(String uri, String word) {
        assertThatThrownBy(() -> LockService.open(uri))
                .isInstanceOf(LockConfigurationException.class)
                .hasMessageContaining(word);
    }

    @Test
    void builderMakesTheSameConfiguration() {
        RedlockLocks locks = RedlockLocks.at("a", 1)
                .and("b", 2)
                .and("c", 3)
                .credentials("me", "s3cret")
                .prefix("p")
                .nodeTimeout(Duration.ofMillis(70))
                .maxLease(Duration.ofSeconds(40))
                .trustStore(Path.of("/t"), "t0p");
        assertThat(locks).asString().contains("a:1,b:2,c:3").doesNotContain("s3cret", "t0p");
        assertThat(locks.config().options())
                .containsEntry("prefix", "p")
                .containsEntry("nodeTimeout", "70ms")
                .containsEntry("maxLease", "40000ms");
        assertThat(RedlockLocks.overTls("a", 1).serveAfterRestart().config().toString())
                .startsWith("redlocks:")
                .contains("restart=serve");
        String[] hosts = THREE.group.hosts().split(",", -1);
        RedlockLocks real = RedlockLocks.at("127.0.0.1", port(hosts[0]))
                .and("127.0.0.1", port(hosts[1]))
                .and("127.0.0.1", port(hosts[2]));
        try (LockService service =
                LockService.open(real.nodeTimeout(Duration.ofMillis(500)).config())) {
            Five.warm(service);
        }
    }

    private static int port(String host) {
        return Integer.parseInt(host.substring(host.indexOf(':') + 1));
    }

    @Test
    void twoAddressesOfOneServerAreAnErrorThatNamesBoth() {
        int shared = THREE.get(0).port();
        String uri = "redlock://127.0.0.1:" + shared + ",localhost:" + shared + ",127.0.0.1:"
                + THREE.get(1).port() + "?nodeTimeout=500ms";
        Five.warm(THREE.open("")).close();
        try (LockService locks = LockService.open(uri)) {
            assertThatThrownBy(() -> locks.check(Duration.ofSeconds(10)))
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContainingAll("127.0.0.1:" + shared, "localhost:" + shared, "one server");
            assertThatThrownBy(() -> locks.getLock("a").lock())
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContaining("one server");
        }
        assertThat(THREE.holders("a")).isZero();
    }

    /** Otherwise those that the wrong URI left out would count as restarted, and grant nothing for a minute. */
    @Test
    void twoAddressesOfOneServerDoNotBeginAGroup() throws Exception {
        try (RedisGroup fresh = RedisGroup.start(5)) {
            int shared = fresh.get(0).port();
            String wrong = "redlock://127.0.0.1:" + shared + ",localhost:" + shared + ",127.0.0.1:"
                    + fresh.get(1).port() + "?nodeTimeout=500ms";
            try (LockService locks = LockService.open(wrong)) {
                assertThatThrownBy(() -> locks.check(Duration.ofSeconds(10))).isInstanceOf(LockBackendException.class);
            }
            try (LockService locks = LockService.open("redlock://" + fresh.hosts() + "?nodeTimeout=500ms")) {
                locks.check(Duration.ofSeconds(10));
            }
        }
    }

    @Test
    void oneWrongHostAmongThreeDoesNotMatter() throws Exception {
        Five.warm(THREE.open("")).close();
        String uri = "redlock://127.0.0.1:1," + THREE.get(1).host() + ":"
                + THREE.get(1).port() + "," + THREE.get(2).host() + ":"
                + THREE.get(2).port() + "?nodeTimeout=500ms";
        try (LockService locks = LockService.open(uri)) {
            locks.check(Duration.ofSeconds(10));
            DistributedLock lock = locks.getLock("wrong-host");
            assertThat(lock.tryLock()).isTrue();
            lock.unlock();
        }
    }

    @Test
    void wrongPasswordOnAllIsFinalAndOnOneIsNot() throws Exception {
        try (RedisGroup group = RedisGroup.start(2, builder -> builder.password("right"));
                RedisServer third = RedisServer.builder().password("other").start()) {
            String hosts = group.hosts() + "," + third.host() + ":" + third.port() + "?nodeTimeout=500ms&restart=serve";
            try (LockService locks = LockService.open("redlock://:wr0ng@" + hosts)) {
                assertThatThrownBy(() -> locks.getLock("a").lock())
                        .isInstanceOf(LockBackendException.class)
                        .hasMessageContainingAll("WRONGPASS", String.valueOf(third.port()))
                        .hasMessageNotContaining("wr0ng");
            }
            try (LockService locks = LockService.open("redlock://:right@" + hosts)) {
                DistributedLock lock = locks.getLock("a");
                assertThat(lock.tryLock(Duration.ofSeconds(10))).isTrue();
                lock.unlock();
            }
        }
    }

    @Test
    void newGroupStartsOnlyWhenAllHaveAnsweredOnce() throws Exception {
        try (RedisGroup group = RedisGroup.start(3)) {
            group.get(2).kill();
            String uri = "redlock://" + group.hosts() + "?nodeTimeout=500ms&requestTimeout=2s";
            try (LockService locks = LockService.open(uri)) {
                DistributedLock lock = locks.getLock("a");
                assertThatThrownBy(lock::tryLock)
                        .isInstanceOf(LockUnavailableException.class)
                        .hasStackTraceContaining("all its nodes have answered once");
                group.get(2).restartEmpty();
                assertThat(lock.tryLock(Until.PATIENCE)).isTrue();
                lock.unlock();
            }
        }
    }

    @Test
    void leaseBeyondTheQuarantineIsRefused() {
        try (LockService locks = Five.warm(THREE.open("lease=5s&maxLease=10s"))) {
            DistributedLock lock = locks.getLock("long");
            assertThatThrownBy(() -> lock.lock(Duration.ofSeconds(11)))
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContainingAll("long", "11000 ms", "maxLease");
        }
    }
}
