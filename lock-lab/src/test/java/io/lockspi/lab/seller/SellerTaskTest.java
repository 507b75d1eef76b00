package io.lockspi.lab.seller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SellerTaskTest {
    @Test
    void argumentsSayAllThatTheTaskSays() {
        SellerTask task = new SellerTask(
                2, 4711, 3, Duration.ofMillis(1), Duration.ofMillis(100), "lab/a=b", Duration.ofSeconds(5));
        assertThat(SellerTask.parse(task.toArguments())).isEqualTo(task);
    }

    @Test
    void aTaskWithoutLocksHasNoLease() {
        SellerTask task = new SellerTask(1, 4711, 3, Duration.ZERO, Duration.ZERO, "lab", null);
        assertThat(SellerTask.parse(task.toArguments())).isEqualTo(task);
    }
}
