/** Starts real servers for tests and the lab. */
module io.lockspi.servers {
    requires transitive io.lockspi.tck;
    requires static com.github.dockerjava.api;
    requires static org.jspecify;
    requires static testcontainers;

    exports io.lockspi.servers;
}
