package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.spi.Claim;
import org.junit.jupiter.api.Test;

class TokensTest {
    private static final Claim CLAIM = TestClient.claim("tokens", 64);

    @Test
    void blocksOfSuccessiveTransactionsDoNotMeet() {
        Tokens tokens = new Tokens(0);
        assertThat(tokens.first(CLAIM, 1)).isEqualTo(4_096);
        assertThat(tokens.last(1, 64)).isEqualTo(4_159);
        assertThat(tokens.first(TestClient.claim("all", 4_096), 2)).isEqualTo(8_192);
        assertThat(tokens.last(2, 4_096)).isLessThan(tokens.first(CLAIM, 3));
        // The first transaction of a new leader is above all of the one before.
        assertThat(tokens.first(CLAIM, 2L << 32)).isGreaterThan(tokens.last((1L << 32) + 0xFFFF_FFFFL, 4_096));
    }

    @Test
    void theFloorIsAdded() {
        assertThat(new Tokens(1_800_000_000_000_000L).first(CLAIM, 1)).isEqualTo(1_800_000_000_004_096L);
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheRemedy() {
        long lastLeader = (1L << 19) - 1;
        assertThat(new Tokens(0).first(CLAIM, (lastLeader << 32) + 1)).isPositive();
        assertThatThrownBy(() -> new Tokens(0).first(CLAIM, 1L << 51))
                .isInstanceOf(LockBackendException.class)
                .hasMessageContainingAll("'tokens'", "8000000000000", "new ensemble");
        assertThatThrownBy(() -> new Tokens(999_999_999_999_999_999L).first(CLAIM, (lastLeader << 32) + 1))
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("lower tokenFloor");
        assertThatThrownBy(() -> new Tokens(0).first(TestClient.claim("many", 4_097), 1))
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("4096");
    }
}
