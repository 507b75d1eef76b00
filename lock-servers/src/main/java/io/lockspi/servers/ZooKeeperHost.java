package io.lockspi.servers;

import java.io.IOException;
import java.util.List;

/** What runs one ZooKeeper server: a JVM of this machine, or a container. Calls come from one thread at a time. */
interface ZooKeeperHost {

    /** Starts the program, which reads its configuration; that it answers is for the caller to see. */
    void launch() throws IOException;

    boolean isAlive();

    /** The process's id, while it runs. */
    long pid();

    /** Ends it in its orderly way and waits. */
    void stop();

    /** Ends it at once and waits. */
    void kill();

    void pause();

    void resume();

    /** What the server said on standard error. */
    List<String> errors();

    /** Ends it and removes all that it left outside of its directory. Idempotent. */
    void close();
}
