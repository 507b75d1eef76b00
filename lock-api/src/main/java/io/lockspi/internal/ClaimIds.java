package io.lockspi.internal;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Makes claim ids: 128 random bits for each acquisition, never derived from a configuration, a thread or a counter, so
 * that neither a copied process image nor two equal configurations can make the same id twice (rule R3).
 */
final class ClaimIds {
    private final SecureRandom random = new SecureRandom();

    String next() {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }
}
