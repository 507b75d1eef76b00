package io.lockspi.lab;

import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A server, or a group of servers, that the lab started.
 *
 * @param uri how to reach it
 * @param stop ends it
 * @param killMinority kills as many of its servers as the others can do without, and says how many; {@code null} if there
 *     is only one, or it is not the lab's
 */
record RunningServer(String uri, Runnable stop, @Nullable IntSupplier killMinority) implements AutoCloseable {

    /** One that cannot do without any of its servers. */
    RunningServer(String uri, Runnable stop) {
        this(uri, stop, null);
    }

    @Override
    public void close() {
        stop.run();
    }
}
