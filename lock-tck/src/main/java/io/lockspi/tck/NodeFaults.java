package io.lockspi.tck;

import java.util.OptionalInt;

/** Control over the store's servers. Each fault is idempotent and has its undo. Called by one thread at a time. */
public interface NodeFaults {

    /** How many servers there are. */
    int size();

    /**
     * Whether {@link #start} brings back what a server knew when it was killed.
     *
     * @return false if a server forgets everything
     */
    boolean keepsData();

    /**
     * Ends a server at once; returns when it refuses connections.
     *
     * @param node 0 to {@link #size} less 1
     */
    void kill(int node);

    /**
     * Starts a killed server at the same address; returns when it serves requests, or where it needs other servers for
     * that, when these run too.
     *
     * @param node 0 to {@link #size} less 1
     */
    void start(int node);

    /**
     * Makes a server stand still, with its connections open.
     *
     * @param node 0 to {@link #size} less 1
     */
    void pause(int node);

    /**
     * Lets a paused server go on.
     *
     * @param node 0 to {@link #size} less 1
     */
    void resume(int node);

    /**
     * Which server leads now, where one does.
     *
     * @return 0 to {@link #size} less 1; empty if the servers are equal
     */
    default OptionalInt leader() {
        return OptionalInt.empty();
    }

    /**
     * Cuts a server that does not lead from the other servers, and leaves it its clients. Where servers do not need one
     * another, what comes closest is a server that stands still.
     *
     * @param node 0 to {@link #size} less 1
     */
    default void isolate(int node) {
        pause(node);
    }

    /**
     * Ends {@link #isolate}.
     *
     * @param node 0 to {@link #size} less 1
     */
    default void rejoin(int node) {
        resume(node);
    }
}
