package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.lab.ui.BadInputException;
import java.io.IOException;
import java.time.Duration;

/**
 * Where a run's locks come from: a server that the lab starts for it, or one of the user's.
 *
 * @param name the back end's name
 * @param opener provides the server
 * @param patience how long the server may be without an answer at first; one that was just started needs its time
 */
record LockSource(String name, Opener opener, Duration patience) {
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);

    /** Provides a server; closing the result ends it if it was started. */
    @FunctionalInterface
    interface Opener {
        RunningServer open() throws IOException, InterruptedException;
    }

    /** A back end of the lab's. */
    static LockSource started(Backend backend, Servers servers) {
        return new LockSource(backend.name(), () -> backend.starter().start(servers), START_PATIENCE);
    }

    /**
     * A server of the user's.
     *
     * @throws BadInputException if the sellers could not share it
     */
    static LockSource existing(LockConfig config, String uri) {
        if (config.algorithm().equals(Backend.IN_ONE_JVM)) {
            throw Backend.notShared();
        }
        return new LockSource(config.algorithm(), () -> new RunningServer(uri, () -> {}), Duration.ZERO);
    }
}
