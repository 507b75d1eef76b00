package io.lockspi.redis.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RespWordsTest {
    private final RespWords words = new RespWords();

    @Test
    void eachWordHasItsLengthInBytesBeforeIt() {
        words.begin(3).word("EVALSHA").word("").word("0123456789");
        assertThat(written()).isEqualTo("*3\r\n$7\r\nEVALSHA\r\n$0\r\n\r\n$10\r\n0123456789\r\n");
    }

    @Test
    void wordsAreUtf8() {
        words.begin(3).word("prefix-ä").word("\u007F\u0080").word("\uD83D\uDE00");
        assertThat(written()).isEqualTo("*3\r\n$9\r\nprefix-ä\r\n$3\r\n\u007F\u0080\r\n$4\r\n\uD83D\uDE00\r\n");
    }

    @Test
    void loneSurrogateIsAQuestionMarkAsEverywhereInJava() {
        words.begin(1).word("a\uD83D");
        assertThat(written()).isEqualTo("*1\r\n$2\r\na?\r\n");
    }

    @Test
    void nothingIsLeftOfTheRequestBefore() {
        words.begin(1).word("long".repeat(100));
        words.begin(1).word("short");
        assertThat(written()).isEqualTo("*1\r\n$5\r\nshort\r\n");
    }

    @Test
    void wordsMayBeOfAnySize() {
        for (int length : new int[] {499, 500, 501, 512, 10_000, 100_000, 1_000_000}) {
            for (String letter : new String[] {"x", "ä"}) {
                String word = letter.repeat(length);
                words.begin(2).word(word).word("end");
                int bytes = word.getBytes(StandardCharsets.UTF_8).length;
                assertThat(written())
                        .as("%d times %s", length, letter)
                        .isEqualTo("*2\r\n$" + bytes + "\r\n" + word + "\r\n$3\r\nend\r\n");
            }
        }
    }

    private String written() {
        return new String(words.bytes(), 0, words.size(), StandardCharsets.UTF_8);
    }
}
