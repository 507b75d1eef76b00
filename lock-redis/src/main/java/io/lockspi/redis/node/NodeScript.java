package io.lockspi.redis.node;

/** A Lua script, run whole and alone by the server. Immutable. */
public interface NodeScript {

    /** What EVAL takes. */
    String text();

    /** What EVALSHA takes: the SHA-1 of the text. */
    String sha();
}
