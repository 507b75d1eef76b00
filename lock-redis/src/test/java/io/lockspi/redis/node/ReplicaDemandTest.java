package io.lockspi.redis.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaDemandTest {

    @ParameterizedTest
    @CsvSource({
        "0,        0, true,  0",
        "0,        2, true,  0",
        "1,        0, false, 1",
        "2,        2, true,  2",
        "3,        2, false, 3",
        "majority, 0, false, 0",
        "majority, 1, true,  1",
        "majority, 2, true,  1",
        "majority, 4, true,  2",
        "majority, 5, true,  3",
        "all,      0, false, 0",
        "all,      3, true,  3"
    })
    void howManyReplicasMustConfirm(String wanted, int there, boolean met, int needed) {
        ReplicaDemand demand = ReplicaDemand.read(LockConfig.of("redis://a?replicas=" + wanted));
        assertThat(demand.isMetBy(there)).isEqualTo(met);
        assertThat(demand.of(there, Duration.ofSeconds(3)).replicas()).isEqualTo(needed);
        assertThat(demand).hasToString("replicas=" + wanted);
    }
}
