/** The kit that decides whether a back end keeps its promises, and the faults it injects. */
module io.lockspi.tck {
    requires static transitive org.jspecify;
    requires transitive io.lockspi;

    exports io.lockspi.tck.fault;
    exports io.lockspi.tck.history;
    exports io.lockspi.tck.witness;
    exports io.lockspi.tck.workload;
}
