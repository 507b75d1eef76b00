package io.lockspi.tck;

import java.time.Duration;

/** Makes links that can be disturbed. Thread-safe. */
@FunctionalInterface
public interface NetworkFaults {

    /**
     * Opens a client whose path to the store is its own and can be disturbed.
     *
     * @param lease as for {@link Subject#open}
     * @param requestTimeout how long the client waits for one answer, if that can be chosen
     * @return a link that is in order
     */
    Link open(Duration lease, Duration requestTimeout);

    /** One client with its own path to the store. Every fault lasts until {@link #heal}. */
    interface Link extends AutoCloseable {

        /** The client at this end. */
        LockClient client();

        /** Swallows everything, in both directions, without closing connections. */
        void silence();

        /** Lets requests pass and swallows the answers. */
        void loseAnswers();

        /**
         * Lets requests pass and keeps each answer back.
         *
         * @param delay for so long
         */
        void delayAnswers(Duration delay);

        /** Closes all connections, once; new ones are let through. */
        void cut();

        /** Refuses new connections and closes those that exist. */
        void refuse();

        /**
         * Refuses new connections to one server and closes those that exist.
         *
         * @param node 0 to {@link NodeFaults#size} less 1
         */
        default void refuse(int node) {
            refuse();
        }

        /** Ends every fault. Connections that have missed something are closed. */
        void heal();

        /** Closes the client and the path. */
        @Override
        void close();
    }
}
