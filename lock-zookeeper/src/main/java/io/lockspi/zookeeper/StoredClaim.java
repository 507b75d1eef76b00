package io.lockspi.zookeeper;

import io.lockspi.spi.OwnerLabel;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * What a claim's node holds: {@code 1:WAITED:SESSION:TOKENS:HOST:PID:APPLICATION}, host and application form-encoded. The
 * 1 is the layout's version. For people only: nothing is decided by it. Immutable.
 *
 * @param waited how long the claim waited, counted from the creation of its node; zero until it is renewed first
 * @param session the session timeout of its service
 * @param tokens how many tokens it has
 * @param owner who asked for it
 */
record StoredClaim(Duration waited, Duration session, int tokens, OwnerLabel owner) {
    private static final int FIELDS = 7;

    byte[] bytes() {
        String text = String.join(
                ":",
                "1",
                Long.toString(waited.toMillis()),
                Long.toString(session.toMillis()),
                Integer.toString(tokens),
                URLEncoder.encode(owner.host(), StandardCharsets.UTF_8),
                Long.toString(owner.pid()),
                URLEncoder.encode(owner.application(), StandardCharsets.UTF_8));
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a node.
     *
     * @param text as stored
     * @return the claim
     * @throws IllegalArgumentException if no version of this library known here has written it
     */
    static StoredClaim parse(String text) {
        List<String> fields = List.of(text.split(":", -1));
        if (fields.size() != FIELDS || !fields.get(0).equals("1")) {
            throw new IllegalArgumentException("not a claim in layout 1: " + text);
        }
        return new StoredClaim(
                Duration.ofMillis(Long.parseLong(fields.get(1))),
                Duration.ofMillis(Long.parseLong(fields.get(2))),
                Integer.parseInt(fields.get(3)),
                new OwnerLabel(decode(fields.get(4)), Long.parseLong(fields.get(5)), decode(fields.get(6))));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
