package io.lockspi.redis.node;

import io.lockspi.spi.OwnerLabel;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * The value of a lock's key: {@code 1:<fence>:<claim id>:<since, microseconds>:<host>:<pid>:<application>}, host and
 * application form-encoded. The 1 is the layout's version. Immutable.
 *
 * @param fence the highest token of the claim
 * @param claimId the claim's id
 * @param since when the claim was granted, by the server's clock
 * @param owner who asked for it
 */
public record StoredClaim(long fence, String claimId, Instant since, OwnerLabel owner) {
    private static final int FIELDS = 7;
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** The part of the value that the client knows before it asks. */
    public static String label(OwnerLabel owner) {
        return encode(owner.host()) + ":" + owner.pid() + ":" + encode(owner.application());
    }

    /**
     * Reads a value.
     *
     * @param value as stored
     * @return the claim
     * @throws IllegalArgumentException if no version of this library known here has written it
     */
    public static StoredClaim parse(String value) {
        List<String> fields = List.of(value.split(":", -1));
        if (fields.size() != FIELDS || !fields.get(0).equals("1")) {
            throw new IllegalArgumentException("not a claim in layout 1: " + value);
        }
        long micros = Long.parseLong(fields.get(3));
        Instant since = Instant.ofEpochSecond(micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND * 1_000);
        OwnerLabel owner = new OwnerLabel(decode(fields.get(4)), Long.parseLong(fields.get(5)), decode(fields.get(6)));
        return new StoredClaim(Long.parseLong(fields.get(1)), fields.get(2), since, owner);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
