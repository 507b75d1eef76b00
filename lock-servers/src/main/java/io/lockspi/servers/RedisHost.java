package io.lockspi.servers;

import java.util.List;

/** What runs one Redis server: a process of this machine, or a container. Calls come from one thread at a time. */
interface RedisHost extends AutoCloseable {

    String host();

    int port();

    /** Starts the program; that it answers is for the caller to see. */
    void launch();

    boolean isRunning();

    /** Ends it in its orderly way and waits. */
    void stop();

    /** Ends it at once and waits. */
    void kill();

    void pause();

    void resume();

    /** Removes all data; it does not run. */
    void eraseData();

    /** The last lines of the server's log, of this and earlier runs. */
    List<String> logTail();

    /** Whether the server that answers with this process id is the one that was launched. */
    boolean isOwn(String processId);

    /** Ends it and removes all that it left. */
    @Override
    void close();
}
