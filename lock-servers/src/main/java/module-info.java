/** Starts real servers for tests and the lab. */
module io.lockspi.servers {
    requires io.lockspi.tck;
    requires static org.jspecify;

    exports io.lockspi.servers;
}
