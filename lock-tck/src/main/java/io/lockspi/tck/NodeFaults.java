package io.lockspi.tck;

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
     * Starts a killed server at the same address; returns when it serves requests.
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
}
