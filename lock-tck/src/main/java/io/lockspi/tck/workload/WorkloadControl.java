package io.lockspi.tck.workload;

import java.io.IOException;

/**
 * What a fault may do to the clients of a running workload; each step is recorded. Processes are numbered from 1 in the order
 * of their start. For the thread that runs the fault.
 */
public interface WorkloadControl {

    /** The number of the last process that was started. */
    int processes();

    /** Kills a process (SIGKILL). Returns when it has gone. */
    void kill(int process);

    /** Stops a process where it is (SIGSTOP). It is resumed when the workload ends. */
    void pause(int process);

    /** Lets a paused process go on. */
    void resume(int process);

    /**
     * Starts another process, as after a crash.
     *
     * @return its number
     * @throws IOException if it does not start
     * @throws InterruptedException if the caller is interrupted
     */
    int start() throws IOException, InterruptedException;

    /** Writes into the history what is done to something else, such as a server. */
    void note(String text);
}
