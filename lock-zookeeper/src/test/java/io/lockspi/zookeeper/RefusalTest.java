package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import java.time.Duration;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** What cannot work, and says so by the deadline. */
@SuppressWarnings("LockNotBeforeTry")
class RefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static String uri(String credentials, String path) {
        return "zookeeper://" + credentials + "127.0.0.1:"
                + SharedEnsemble.ONE.servers().get(0).port() + path;
    }

    @Test
    void aMissingChrootIsRefusedAtOnceUntilItIsCreated() throws Exception {
        try (LockService service = LockService.open(uri("", "/shop/locks"))) {
            assertThatThrownBy(() -> service.check(LIMIT))
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContaining("no path /shop/locks")
                    .hasMessageContaining("create it");
            assertThatThrownBy(() -> service.getLock("a").lock())
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContainingAll("'a'", "/shop/locks");
            SharedEnsemble.admin().create("/shop", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            SharedEnsemble.admin()
                    .create("/shop/locks", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            service.check(LIMIT);
            service.getLock("a").lock();
            assertThat(SharedEnsemble.missing("/shop/locks/lockspi/a")).isFalse();
            service.getLock("a").unlock();
        }
    }

    @Test
    void anotherUserIsRefused() throws Exception {
        SharedEnsemble.admin().create("/owned", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        try (LockService owner = LockService.open(uri("owner:right@", "/owned"));
                LockService same = LockService.open(uri("owner:right@", "/owned"));
                LockService wrong = LockService.open(uri("owner:wr0ng@", "/owned"));
                LockService nobody = LockService.open(uri("", "/owned"))) {
            owner.getLock("a").lock();
            assertThat(same.getLock("a").tryLock()).isFalse();
            for (LockService refused : new LockService[] {wrong, nobody}) {
                assertThatThrownBy(() -> refused.getLock("a").lock())
                        .isInstanceOf(LockBackendException.class)
                        .hasMessageContainingAll("'a'", "NoAuth", "correct user:password@")
                        .hasMessageNotContaining("wr0ng");
                assertThatThrownBy(() -> refused.check(LIMIT)).isInstanceOf(LockBackendException.class);
                assertThatThrownBy(() -> refused.inspect("a")).isInstanceOf(LockBackendException.class);
            }
            owner.getLock("a").unlock();
        }
    }

    /** The servers grant 4 s at most. */
    @Test
    void aTickThatLeavesNothingOfTheGrantedSessionIsRefused() {
        try (LockService service = LockService.open(uri("", "/") + "?sessionTimeout=10s&tick=3s")) {
            assertThatThrownBy(() -> service.getLock("a").tryLock(LIMIT))
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContainingAll("'a'", "tick=PT3S", "PT4S", "tickTime");
            assertThatThrownBy(() -> service.check(LIMIT)).isInstanceOf(LockBackendException.class);
        }
    }

    @Test
    void nobodyThereIsUnavailableByTheDeadlineAndNamesTheServers() {
        try (LockService service = LockService.open("zookeeper://127.0.0.1:1?requestTimeout=600ms")) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContainingAll("'a'", "127.0.0.1:1", "majority");
            assertThatThrownBy(() -> service.getLock("a").tryLock(Duration.ofMillis(700)))
                    .isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(() -> service.check(LIMIT)).isInstanceOf(LockUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        }
    }

    @Test
    void oneWrongHostAmongOthersDoesNotMatter() throws Exception {
        int port = SharedEnsemble.ONE.servers().get(0).port();
        try (LockService service =
                LockService.open("zookeeper://127.0.0.1:1,127.0.0.1:" + port + "?requestTimeout=5s")) {
            service.check(LIMIT);
            assertThat(service.getLock("wrong host").tryLock()).isTrue();
        }
    }
}
