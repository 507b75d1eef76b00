package io.lockspi.internal;

import io.lockspi.LockConfigurationException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding of UTF-8, as RFC 3986 has it: a plus sign is a plus sign. */
final class PercentCode {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PercentCode() {}

    /**
     * Decodes.
     *
     * @param what names the text in a message; the text itself is never shown, because it may be a password
     * @param text the encoded text
     * @return the decoded text
     * @throws LockConfigurationException if a percent sign is not followed by two hexadecimal digits, or the bytes are not
     *     UTF-8
     */
    static String decode(String what, String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                decoded.write(bytes[i]);
                continue;
            }
            if (i + 2 >= bytes.length || !HexFormat.isHexDigit(bytes[i + 1]) || !HexFormat.isHexDigit(bytes[i + 2])) {
                throw new LockConfigurationException("a percent sign in " + what
                        + " of the lock URI is not followed by two hexadecimal digits: write %25 for a percent sign");
            }
            decoded.write((HexFormat.fromHexDigit(bytes[i + 1]) << 4) | HexFormat.fromHexDigit(bytes[i + 2]));
            i += 2;
        }
        return utf8(what, decoded.toByteArray());
    }

    private static String utf8(String what, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            // The cause is dropped on purpose: it says nothing more.
            throw new LockConfigurationException("the percent-encoded bytes in " + what
                    + " of the lock URI are not UTF-8: encode the text's UTF-8 bytes");
        }
    }

    /**
     * Encodes all but RFC 3986's unreserved characters.
     *
     * @param text any text; an unpaired surrogate becomes a question mark
     * @param keep further ASCII characters to leave as they are
     * @return the encoded text
     */
    static String encode(String text, String keep) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(b) || keep.indexOf(b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    private static boolean isUnreserved(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || "-._~".indexOf(b) >= 0;
    }
}
