package io.lockspi.tck.toy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Any text as one word. */
public final class ToyText {
    private ToyText() {}

    public static String encode(String text) {
        return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String decode(String word) {
        return new String(Base64.getUrlDecoder().decode(word), StandardCharsets.UTF_8);
    }
}
