package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @Test
    void defaults() {
        ZooKeeperOptions options = ZooKeeperOptions.read(LockConfig.of("zookeeper://one,two:2182,[::1]"));
        assertThat(options.connectString()).isEqualTo("one:2181,two:2182,[::1]:2181");
        assertThat(options.chroot()).isEmpty();
        assertThat(options.sessionTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.tick()).isNull();
        assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.tokenFloor()).isZero();
        assertThat(options.acl()).isEqualTo(ZooDefs.Ids.OPEN_ACL_UNSAFE);
        assertThat(options.digest()).isNull();
        assertThat(options.tls()).isNull();
    }

    @Test
    void everythingSet() {
        ZooKeeperOptions options = ZooKeeperOptions.read(LockConfig.of("zookeepers://user:s%3Acret@one/apps/shop/"
                + "?sessionTimeout=4s&tick=2s&connectTimeout=1s&tokenFloor=1800000000000000&keyStorePassword=cretin"));
        assertThat(options.chroot()).isEqualTo("/apps/shop");
        assertThat(options.digest()).isEqualTo("user:s:cret");
        assertThat(options.acl()).isEqualTo(ZooDefs.Ids.CREATOR_ALL_ACL);
        assertThat(options.tick()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.tokenFloor()).isEqualTo(1_800_000_000_000_000L);
        assertThat(options.tls()).isNotNull();
        assertThat(options.where()).isEqualTo("zookeepers://one:2181/apps/shop").doesNotContain("cret");
    }

    @Test
    void theBuilderSaysTheSameAsTheUri() {
        LockConfig built = ZooKeeperLocks.at("one", "two:2182")
                .credentials("user", "secret")
                .chroot("/apps")
                .sessionTimeout(Duration.ofSeconds(4))
                .tick(Duration.ofSeconds(2))
                .connectTimeout(Duration.ofSeconds(1))
                .tokenFloor(7)
                .config();
        LockConfig read = LockConfig.of("zookeeper://user:secret@one,two:2182/apps"
                + "?sessionTimeout=4s&tick=2s&connectTimeout=1s&tokenFloor=7");
        assertThat(ZooKeeperOptions.read(built)).isEqualTo(ZooKeeperOptions.read(read));
        assertThat(ZooKeeperLocks.overTls("one")
                        .trustStore(Path.of("t.p12"), "secret")
                        .toString())
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zookeeper://                                     | host
            zookeeper://user@one                             | password
            zookeeper://:secret@one                          | user
            zookeeper://us%3Aer:secret@one                   | colon
            zookeeper://one/a//b                             | chroot
            zookeeper://one/a/../b                           | chroot
            zookeeper://one?sessionTimeout=25h               | at most a day
            zookeeper://one?sessionTimeout=4s&tick=3s        | two ticks
            zookeeper://one?tokenFloor=-1                    | whole number
            zookeeper://one?tokenFloor=1234567890123456789   | 18 digits
            zookeeper://one?acl=everybody                    | creator or open
            zookeeper://one?acl=creator                      | needs a user
            zookeeper://one?trustStore=x                     | zookeepers://
            zookeepers://one?trustStore=/no/such/file        | /no/such/file
            zookeepers://one?keyStore=/no/such/file          | keyStore
            """)
    void badValuesAreRefusedWithTheRemedy(String uri, String named) {
        assertThatThrownBy(() -> ZooKeeperOptions.read(LockConfig.of(uri)))
                .isInstanceOf(LockConfigurationException.class)
                .hasMessageContaining(named)
                .hasMessageNotContaining("secret");
    }
}
