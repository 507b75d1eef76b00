package io.lockspi.redis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockService;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.ReplicaDemand;
import io.lockspi.redis.node.TlsOptions;
import io.lockspi.redis.node.Topology;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    @Test
    void absentOptionsHaveTheDocumentedDefaults() {
        RedisOptions options = RedisOptions.read(LockConfig.of("redis://example.org"));
        assertThat(options)
                .isEqualTo(new RedisOptions(
                        new NodeOptions(
                                new LockConfig.Host("example.org", 6379),
                                null,
                                null,
                                0,
                                1,
                                Duration.ofSeconds(3),
                                null,
                                null),
                        new Topology(
                                Topology.Kind.SINGLE, List.of(new LockConfig.Host("example.org", 6379)), null, null),
                        "lockspi",
                        false,
                        false,
                        null,
                        ReplicaDemand.NONE));
        NodeOptions encrypted = requireNonNull(
                RedisOptions.read(LockConfig.of("rediss://example.org")).node());
        assertThat(encrypted.tls()).isEqualTo(new TlsOptions(null, null, null, null, true));
    }

    @Test
    void everythingCanBeSet() {
        RedisOptions options =
                RedisOptions.read(LockConfig.of("rediss://me:s3cret@[::1]:7000/5?prefix=p:q&connections=2"
                        + "&connectTimeout=500ms&clientName=c&trustStore=/t&trustStorePassword=t0p&keyStore=/k"
                        + "&keyStorePassword=k0p&verifyHostname=false&reassert=off&restart=quarantine&maxLease=45s"
                        + "&replicas=2"));
        assertThat(options)
                .isEqualTo(new RedisOptions(
                        new NodeOptions(
                                new LockConfig.Host("::1", 7000),
                                "me",
                                "s3cret",
                                5,
                                2,
                                Duration.ofMillis(500),
                                "c",
                                new TlsOptions("/t", "t0p", "/k", "k0p", false)),
                        new Topology(Topology.Kind.SINGLE, List.of(new LockConfig.Host("::1", 7000)), null, null),
                        "p:q",
                        true,
                        false,
                        new Quarantine(Duration.ofSeconds(45), false),
                        new ReplicaDemand(ReplicaDemand.Kind.NUMBER, 2)));
        NodeOptions node = requireNonNull(options.node());
        assertThat(options.toString() + node + node.tls() + options.where()).doesNotContain("s3cret", "t0p", "k0p");
    }

    @Test
    void passwordsStayOutOfTheBuildersText() {
        RedisLocks locks = RedisLocks.overTls("example.org", 1)
                .credentials("me", "s3cret")
                .trustStore(Path.of("/t"), "t0p")
                .option("keyStorePassword", "k0p");
        assertThat(locks).asString().contains("example.org:1").doesNotContain("s3cret", "t0p", "k0p");
        assertThat(locks.config().option("trustStorePassword")).contains("t0p");
    }

    @ParameterizedTest
    @CsvSource({
        "redis://a, false, false",
        "redis://a?reassert=on, true, true",
        "redis://a?replicas=1, true, true",
        "redis://a?topology=replicas&reassert=off, true, false",
        "redis://a?topology=replicas, true, true",
        "redis://a?topology=cluster, true, true",
        "redis://a?topology=sentinel&masterName=m, true, true"
    })
    void claimsAreBroughtBackByDefaultWhereServersTakeEachOthersPlace(String uri, boolean asks, boolean reasserts) {
        RedisOptions options = RedisOptions.read(LockConfig.of(uri));
        assertThat(options.asksForEpoch()).isEqualTo(asks);
        assertThat(options.reassert()).isEqualTo(reasserts);
    }

    @Test
    void quarantineLastsAMinuteUnlessAnotherLongestLeaseIsNamed() {
        assertThat(RedisOptions.read(LockConfig.of("redis://a?restart=quarantine"))
                        .quarantine())
                .isEqualTo(new Quarantine(Duration.ofMinutes(1), false));
        assertThat(RedisOptions.read(LockConfig.of("redis://a?restart=serve")).quarantine())
                .isNull();
        assertThat(RedisLocks.at("a", 1)
                        .quarantineAfterRestart(Duration.ofSeconds(40))
                        .config()
                        .options())
                .containsEntry("restart", "quarantine")
                .containsEntry("maxLease", "40000ms");
    }

    @ParameterizedTest
    @CsvSource({
        "redis:, host",
        "redis://a?restart=maybe, restart",
        "redis://a?maxLease=10s, restart=quarantine",
        "redis://a?restart=quarantine&maxLease=10s, lease",
        "'redis://a:1,b:2', several",
        "'redis://a:1,b:2?topology=ring', topology",
        "'redis://a:1,a:1?topology=cluster', twice",
        "'redis://a:1,b:2?topology=sentinel', masterName",
        "'redis://a:1,b:2?topology=replicas&masterName=m', masterName",
        "'redis://a:1?sentinelPassword=p', sentinelPassword",
        "'redis://a:1?topology=sentinel&masterName=m&sentinelTls=true', rediss",
        "'redis://a:1/3?topology=cluster', database",
        "'redis://a:1?topology=cluster&restart=quarantine', cluster",
        "'redis://a:1,b:2?topology=replicas&replicas=2', replicas=2",
        "'redis://a:1?topology=replicas&replicas=majority', replicas=majority",
        "'redis://a:1?replicas=all', topology",
        "'redis://a:1?replicas=-1', replicas",
        "redis://a/x, database",
        "redis://a/1/2, database",
        "redis://a/-1, database",
        "redis://a?prefix=a%7Bb, prefix",
        "redis://a?prefix=, prefix",
        "redis://a?connections=0, connections",
        "redis://a?connections=17, connections",
        "redis://a?connectTimeout=3, connectTimeout",
        "redis://a?clientName=a%20b, clientName",
        "redis://a?trustStore=/t, rediss",
        "rediss://a?verifyHostname=maybe, verifyHostname",
        "redis://a?shards=3, shards"
    })
    void mistakesAreRefusedWhenTheServiceIsOpened(String uri, String named) {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> LockService.open(uri).close())
                .withMessageContaining(named);
    }

    @Test
    void providerIsFoundAndDeclaresWhatItCanDo() {
        LockProvider provider = ServiceLoader.load(LockProvider.class).stream()
                .filter(found -> found.type() == RedisLockProvider.class)
                .findAny()
                .orElseThrow()
                .get();
        assertThat(provider.services()).singleElement().satisfies(service -> {
            assertThat(service.algorithm()).isEqualTo("redis");
            assertThat(service.aliases()).containsExactly("rediss");
            assertThat(service.capabilities()).contains(LockCapability.FAIR, LockCapability.FENCING_TOKENS);
            assertThat(service.capabilities()).doesNotContain(LockCapability.SURVIVES_MINORITY_FAILURE);
        });
    }

    @Test
    void prefixesKeepServicesApart() {
        SharedRedis.reset();
        RedisLocks locks = RedisLocks.at(SharedRedis.SERVER.host(), SharedRedis.SERVER.port());
        try (TestClient one = new TestClient(locks.prefix("one").config());
                TestClient two =
                        new TestClient(locks.prefix("two").connections(2).config())) {
            one.acquire(TestClient.claim("a"));
            two.acquire(TestClient.claim("a"));
            two.enqueue("a");
            assertThat(SharedRedis.allKeys()).allMatch(key -> key.startsWith("one:{a}:") || key.startsWith("two:{a}:"));
        }
    }
}
