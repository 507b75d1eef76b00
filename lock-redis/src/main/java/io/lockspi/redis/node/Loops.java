package io.lockspi.redis.node;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;

/** Handing tasks to an event loop that may have ended. */
final class Loops {
    private Loops() {}

    /** Runs a task on the loop; false if the loop has ended, and the task will never run. */
    static boolean run(EventLoop loop, Runnable task) {
        try {
            loop.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
