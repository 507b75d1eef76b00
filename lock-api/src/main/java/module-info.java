/** The API of lockspi, the interfaces for back ends, and the engine that all back ends share. */
module io.lockspi {
    requires static transitive org.jspecify;
    requires static transitive java.sql;

    exports io.lockspi;
    exports io.lockspi.spi;

    uses io.lockspi.spi.LockProvider;
}
