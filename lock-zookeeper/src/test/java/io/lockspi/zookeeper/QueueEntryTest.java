package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QueueEntryTest {
    private static final String A = "a".repeat(32);
    private static final String B = "b".repeat(32);
    private static final String C = "c".repeat(32);

    @Test
    void theOrderIsTheServersAndNotTheIds() {
        List<String> children = List.of(A + "-0000000012", C + "-0000000003", "foreign", B + "-0000000007");
        assertThat(QueueEntry.queue(children)).extracting(QueueEntry::claimId).containsExactly(C, B, A);
    }

    @Test
    void theOrderSurvivesTheEndOfTheServersCounter() {
        // After 2^31 - 1 comes -2^31.
        List<String> children = List.of(B + "--2147483648", A + "-2147483647", C + "--2147483647");
        assertThat(QueueEntry.queue(children)).extracting(QueueEntry::claimId).containsExactly(A, B, C);
    }

    @Test
    void whatNoLockMadeIsIgnored() {
        for (String name : List.of(
                "lock-0000000001", A, A + "-", A + "-12", A.toUpperCase(java.util.Locale.ROOT) + "-0000000001")) {
            assertThat(QueueEntry.parse(name)).as(name).isNull();
        }
    }
}
