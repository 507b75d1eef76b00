package io.lockspi.servers;

/** What a Redis server writes to disk. */
public enum Persistence {
    /** Nothing: a server that ends has lost its data. */
    NONE,

    /** The append-only file, written before each answer: data survives the server's death, though not the machine's. */
    AOF
}
