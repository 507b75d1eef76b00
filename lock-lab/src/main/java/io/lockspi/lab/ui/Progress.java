package io.lockspi.lab.ui;

/** Shows how far one piece of work is. Thread-safe. */
public interface Progress extends AutoCloseable {

    /**
     * Tells how much is done.
     *
     * @param done may go beyond what was announced
     */
    void reached(int done);

    /**
     * Tells what is going on.
     *
     * @param remark one sentence
     */
    void remark(String remark);

    /** Ends the display. */
    @Override
    void close();
}
