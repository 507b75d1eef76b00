/** The kit that decides whether a back end keeps its promises, and the faults it injects. */
module io.lockspi.tck {
    requires static transitive org.jspecify;
    requires static transitive org.junit.jupiter.api;
    requires transitive io.lockspi;
    requires java.management;

    exports io.lockspi.tck;
    exports io.lockspi.tck.fault;
    exports io.lockspi.tck.history;
    exports io.lockspi.tck.witness;
    exports io.lockspi.tck.workload;

    opens io.lockspi.tck to
            org.junit.platform.commons;
}
