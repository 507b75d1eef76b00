package io.lockspi.redis.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The text of a script and its hash. Immutable.
 *
 * @param text what EVAL takes
 * @param sha what EVALSHA takes
 */
public record LuaSource(String text, String sha) implements NodeScript {

    /** Values, keys and numbers, as all scripts of all back ends read them. */
    private static final String COMMON = "common.lua";
    /** The queue of waiting clients. */
    private static final String WAITERS = "waiters.lua";

    /**
     * Joins pieces of text into one script.
     *
     * @param pieces in this order
     * @return the script
     */
    public static LuaSource of(String... pieces) {
        String text = String.join("", pieces);
        return new LuaSource(text, sha1(text));
    }

    /** The shared functions for values, keys and numbers; goes before everything that needs them. */
    public static String common() {
        return read(LuaSource.class.getResourceAsStream(COMMON), COMMON);
    }

    /** The shared functions for the queue of waiting clients; goes behind {@link #common}. */
    public static String waiters() {
        return read(LuaSource.class.getResourceAsStream(WAITERS), WAITERS);
    }

    /**
     * Reads a file. The caller opens it, because a module sees only its own.
     *
     * @param opened the file, which is closed, or {@code null} if there is none
     * @param file its name, for messages
     * @return its text
     * @throws IllegalStateException if there is none
     */
    public static String read(@Nullable InputStream opened, String file) {
        try (InputStream in = opened) {
            if (in == null) {
                throw new IllegalStateException("resource " + file + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + file + " cannot be read", e);
        }
    }

    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
