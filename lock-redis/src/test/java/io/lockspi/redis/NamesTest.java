package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.node.HashTag;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamesTest {
    private static final List<String> NAMES = List.of(
            "a",
            "A",
            " a",
            "a ",
            "a{b",
            "a}b",
            "{}",
            "{a}{b}",
            "}{",
            "{",
            "%",
            "%7B",
            "%257B",
            "%25",
            "a:lock",
            ":",
            "a/b",
            "a/../b",
            "ä",
            "a\u0308",
            "\uD83D\uDE00",
            "\u0000",
            "\n",
            "*",
            "file:///x",
            "x".repeat(1024),
            "{".repeat(1024));

    private final TestClient holder = SharedRedis.client();
    private final TestClient waiter = SharedRedis.client();

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        holder.close();
        waiter.close();
    }

    @Test
    void allNamesAreLocksOfTheirOwn() {
        for (String name : NAMES) {
            holder.acquire(TestClient.claim(name));
        }
        for (String name : NAMES) {
            assertThat(waiter.tryAcquire(TestClient.claim(name)))
                    .as("second claim of '%s'", name)
                    .isInstanceOf(Attempt.Held.class);
        }
        assertThat(SharedRedis.allKeys()).hasSize(2 * NAMES.size());
    }

    @Test
    void waitersHearTheNameAsItIs() {
        waiter.acquire(TestClient.claim("warm-up"));
        waiter.enqueue("warm-up");
        for (String name : NAMES) {
            Claim held = TestClient.claim(name);
            holder.acquire(held);
            waiter.enqueue(name);
            holder.release(held);
            waiter.events.awaitNext(name);
        }
    }

    @Test
    void allKeysOfALockAreInOneSlot() {
        for (String name : NAMES) {
            LockKeys keys = SharedRedis.keys(name);
            Set<Long> slots = new HashSet<>();
            for (String key : keys.forClaim("0123456789abcdef")) {
                slots.add(slot(key));
            }
            slots.add(slot(keys.data("x}{y")));
            slots.add(slot(keys.seen("{}")));
            assertThat(slots).as("slots of the keys of '%s'", name).hasSize(1);
            assertThat(HashTag.decode(HashTag.encode(name))).isEqualTo(name);
        }
    }

    @Test
    void slotsAreComputedAsRedisDoes() {
        // From the Redis Cluster specification: CRC16("123456789") is 0x31C3; hash tags; an empty tag is none.
        assertThat(slot("123456789")).isEqualTo(0x31C3 % 16384);
        assertThat(slot("{user1000}.following")).isEqualTo(slot("user1000"));
        assertThat(slot("foo{{bar}}zap")).isEqualTo(slot("{bar"));
        assertThat(slot("foo{}{bar}")).isNotIn(slot("bar"), slot(""));
    }

    /** HASH_SLOT of the Redis Cluster specification: CRC16 (XMODEM) of the hash tag, or of the whole key. */
    private static long slot(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open);
        String tag = close > open + 1 ? key.substring(open + 1, close) : key;
        int crc = 0;
        for (byte b : tag.getBytes(StandardCharsets.UTF_8)) {
            crc ^= (b & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
            }
            crc &= 0xFFFF;
        }
        return crc % 16384;
    }
}
