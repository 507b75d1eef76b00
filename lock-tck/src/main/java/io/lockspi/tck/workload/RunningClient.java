package io.lockspi.tck.workload;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One process of a workload, as the one who runs it sees it. Not thread-safe. */
interface RunningClient extends AutoCloseable {

    /** Waits until it is ready to begin. */
    void awaitReady(Duration patience) throws InterruptedException, IOException;

    void begin();

    /** Asks it to end, without waiting. */
    void askToStop();

    /**
     * Waits for its end.
     *
     * @return what went wrong, empty if nothing
     */
    List<String> awaitEnd(Duration patience) throws InterruptedException;

    /** Ends it without giving it a chance to do anything; returns when it has gone. */
    void kill();

    void pause();

    void resume();

    /** Ends it, whatever it does. */
    @Override
    void close();
}
