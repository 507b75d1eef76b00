/** The kit that decides whether a back end keeps its promises, and the faults it injects. */
module io.lockspi.tck {
    requires static org.jspecify;

    exports io.lockspi.tck.fault;
}
