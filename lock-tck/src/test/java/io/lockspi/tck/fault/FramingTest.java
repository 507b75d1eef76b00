package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+OK\r\n",
                "-ERR no\r\n",
                ":-42\r\n",
                "$5\r\nab\r\nc\r\n",
                "$0\r\n\r\n",
                "$-1\r\n",
                "*-1\r\n",
                "*0\r\n",
                "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                "*2\r\n*1\r\n:1\r\n*2\r\n+a\r\n$-1\r\n",
                "%1\r\n+key\r\n*1\r\n:1\r\n",
                "~2\r\n:1\r\n:2\r\n",
                ">3\r\n+message\r\n+channel\r\n$2\r\nhi\r\n",
                "|1\r\n+ttl\r\n:3\r\n*1\r\n+a\r\n",
                "=7\r\ntxt:abc\r\n",
                "!5\r\nERR x\r\n",
                "_\r\n",
                "#t\r\n",
                ",1.5\r\n",
                "(12345678901234567890\r\n",
                "PING\r\n",
                "$?\r\n"
            })
    void respMessageEndsExactlyWhereItEnds(String message) throws IOException {
        String doubled = message + message;
        byte[] bytes = doubled.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 1; i < message.length(); i++) {
            assertThat(Framing.RESP.frameLength(bytes, 0, i))
                    .as("after %d bytes", i)
                    .isEqualTo(-1);
        }
        assertThat(Framing.RESP.frameLength(bytes, 0, bytes.length)).isEqualTo(message.length());
        assertThat(split(Framing.RESP, bytes)).containsExactly(message, message);
    }

    @Test
    void pushesAreNoAnswers() {
        assertThat(Framing.RESP.isAnswer(">1\r\n+x\r\n".getBytes(StandardCharsets.ISO_8859_1)))
                .isFalse();
        assertThat(Framing.RESP.isAnswer("*1\r\n+x\r\n".getBytes(StandardCharsets.ISO_8859_1)))
                .isTrue();
    }

    @Test
    void lengthPrefixedPacketsAreCutByTheirLength() throws IOException {
        byte[] bytes = ByteBuffer.allocate(13)
                .putInt(3)
                .put((byte) 'a')
                .put((byte) 'b')
                .put((byte) 'c')
                .putInt(2)
                .put((byte) 'd')
                .put((byte) 'e')
                .array();
        assertThat(split(Framing.LENGTH_PREFIXED, bytes)).containsExactly("\0\0\0\3abc", "\0\0\0\2de");
        assertThat(split(Framing.LENGTH_PREFIXED, "ruok".getBytes(StandardCharsets.ISO_8859_1)))
                .containsExactly("ruok");
    }

    @Test
    void watchEventsAreNoAnswers() {
        byte[] event = ByteBuffer.allocate(8).putInt(4).putInt(-1).array();
        byte[] answer = ByteBuffer.allocate(8).putInt(4).putInt(1).array();
        assertThat(Framing.LENGTH_PREFIXED.isAnswer(event)).isFalse();
        assertThat(Framing.LENGTH_PREFIXED.isAnswer(answer)).isTrue();
    }

    @Test
    void messagesLongerThanTheBufferStayWhole() throws IOException {
        String body = "x".repeat(200_000);
        String message = "$200000\r\n" + body + "\r\n";
        assertThat(split(Framing.RESP, (message + "+OK\r\n").getBytes(StandardCharsets.ISO_8859_1)))
                .containsExactly(message, "+OK\r\n");
    }

    /** Reads one byte at a time up to 64 bytes, larger pieces beyond, as a network might. */
    private static List<String> split(Framer framer, byte[] bytes) throws IOException {
        FrameBuffer buffer = new FrameBuffer(framer);
        List<String> messages = new ArrayList<>();
        ByteArrayInputStream in = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, bytes.length <= 64 ? 1 : Math.min(length, 5000));
            }
        };
        while (buffer.fill(in)) {
            byte[] next = buffer.next();
            while (next != null) {
                messages.add(new String(next, StandardCharsets.ISO_8859_1));
                next = buffer.next();
            }
        }
        assertThat(buffer.rest()).isNull();
        return messages;
    }
}
