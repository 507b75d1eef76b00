package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names that would be no path, or another lock's path, if they were used as they are. */
class NamesTest {
    private static final List<String> NAMES = List.of(
            "x",
            "X",
            "x/0",
            "x%2F0",
            "/",
            "//",
            ".",
            "..",
            "../x",
            ".session-1",
            "zookeeper",
            " ",
            "\u0000",
            "a\u0001\u001f\u007f\u009f",
            "\uE000\uF8FF\uFFF0\uFFFF",
            "\uD83D\uDE00",
            "é",
            "e\u0301",
            "0123456789abcdef0123456789abcdef-0000000000",
            "é".repeat(512),
            "%".repeat(1_024));

    private final TestClient holder = TestClient.shared();
    private final TestClient waiter = TestClient.shared();

    @AfterEach
    void close() {
        holder.close();
        waiter.close();
    }

    @Test
    void allNamesAreLocksOfTheirOwnAndWaitersHearThemAsTheyAre() {
        for (String name : NAMES) {
            holder.acquire(TestClient.claim(name));
        }
        for (String name : NAMES) {
            assertThat(waiter.tryAcquire(TestClient.claim(name)))
                    .as("second claim of '%s'", name)
                    .isInstanceOf(Attempt.Held.class);
        }
        Claim held = TestClient.claim("a/b\u0000");
        holder.acquire(held);
        waiter.enqueue("a/b\u0000");
        waiter.events.clear();
        holder.release(held);
        waiter.events.awaitNext("a/b\u0000");
    }

    @Test
    void encodingIsUniqueAndReversible() {
        Set<String> encoded = new HashSet<>();
        for (String name : NAMES) {
            String element = LockPaths.encode(name);
            assertThat(element).matches("[A-Za-z0-9_~%-][A-Za-z0-9_.~%-]*");
            assertThat(LockPaths.decode(element)).isEqualTo(name);
            encoded.add(element);
        }
        assertThat(encoded).hasSize(NAMES.size());
    }
}
