package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names a lock may have. */
class LockNamesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "/",
                "//",
                "a//b",
                "a/",
                ".",
                "..",
                "a/../b",
                "\u0000",
                "\n",
                "\uffff",
                "\ud83d\ude80",
                "é",
                "e\u0301",
                ":",
                "*",
                "{",
                "}",
                "{}",
                "{a}{b}",
                "%",
                "zookeeper",
                "_c_",
                "A",
                "a",
                "a "
            })
    void wellFormedNameIsAllowed(String name) {
        assertThat(LockNames.check(name)).isSameAs(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "€", "\uffff", "\ud83d\ude80"})
    void lengthCountsBytesOfUtf8(String character) {
        int bytes = character.getBytes(StandardCharsets.UTF_8).length;
        String longest = "a".repeat(LockNames.MAX_BYTES % bytes) + character.repeat(LockNames.MAX_BYTES / bytes);

        assertThat(LockNames.check(longest)).isSameAs(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockNames.check(longest + "a"))
                .withMessageContaining("more than 1024 bytes in UTF-8")
                .withMessageContaining("use a shorter one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\ud83d", "a\ude80", "a\ude80\ud83d", "a\ud83db"})
    void halfASurrogatePairIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockNames.check(name))
                .withMessageContaining("half of a surrogate pair at index 1")
                .satisfies(e -> assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(e.getMessage()))
                        .isTrue());
    }

    @Test
    @SuppressWarnings("NullAway") // callers without a null checker
    void emptyNameAndNullAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockNames.check(""))
                .withMessageContaining("the lock name is empty");
        assertThatNullPointerException().isThrownBy(() -> LockNames.check(null));
    }
}
