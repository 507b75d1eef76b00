package io.lockspi.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The Lua scripts, each run whole and alone by the server. Their files say what they take and answer. */
enum Script {
    ACQUIRE("common.lua", "quarantine.lua", "waiters.lua", "acquire.lua"),
    RENEW("common.lua", "renew.lua"),
    RELEASE("common.lua", "quarantine.lua", "waiters.lua", "release.lua"),
    INSPECT("common.lua", "inspect.lua"),
    GUARD("common.lua", "guard.lua"),
    BOOTSTRAP("common.lua", "quarantine.lua", "bootstrap.lua"),
    CHECK("check.lua");

    private final String text;
    private final String sha;

    Script(String... files) {
        StringBuilder joined = new StringBuilder();
        for (String file : files) {
            joined.append(read(file));
        }
        this.text = joined.toString();
        this.sha = sha1(text);
    }

    /** What EVAL takes. */
    String text() {
        return text;
    }

    /** What EVALSHA takes. */
    String sha() {
        return sha;
    }

    private static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("resource " + file + " is missing in the jar of lock-redis");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + file + " of lock-redis cannot be read", e);
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
