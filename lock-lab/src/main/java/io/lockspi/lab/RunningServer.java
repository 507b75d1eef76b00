package io.lockspi.lab;

/**
 * A server that the lab started.
 *
 * @param uri how to reach it
 * @param stop ends it
 */
record RunningServer(String uri, Runnable stop) implements AutoCloseable {
    @Override
    public void close() {
        stop.run();
    }
}
