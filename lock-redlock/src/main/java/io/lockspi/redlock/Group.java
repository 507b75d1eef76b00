package io.lockspi.redlock;

import io.lockspi.redis.node.NodeLoop;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.List;

/**
 * The nodes, and what everything about them shares. Immutable; its parts belong to the loop's thread.
 *
 * @param loop the thread on which all answers arrive and all decisions are made
 * @param time the clock and the timer
 * @param options the checked configuration
 * @param requestTimeout how long the engine waits
 * @param nodes the servers
 * @param label the owner label as stored
 * @param seeds what to propose as tokens
 * @param identities which servers have answered
 * @param counts the statistics
 * @param timeouts how long a node is waited for
 */
record Group(
        NodeLoop loop,
        TimeSource time,
        RedlockOptions options,
        Duration requestTimeout,
        List<Node> nodes,
        String label,
        Seeds seeds,
        Identities identities,
        Counts counts,
        NodeTimeouts timeouts) {

    int size() {
        return nodes.size();
    }

    int majority() {
        return size() / 2 + 1;
    }

    NodeKeys keys(String lockName) {
        return NodeKeys.of(options.prefix(), lockName);
    }

    /** Runs a task on the loop's thread, later. */
    TimeSource.Cancellable later(long nanos, Runnable task) {
        return time.schedule(nanos, () -> loop.run(task));
    }

    long nodeTimeoutNanos() {
        return options.nodeTimeout().toNanos();
    }

    /** How long the first answers of a majority are waited for, while connections are being made. */
    long contactNanos() {
        return Math.max(nodeTimeoutNanos(), requestTimeout.toNanos() - 3 * nodeTimeoutNanos());
    }

    /** Whole milliseconds, which is what Redis counts in; at least 1. */
    static String millis(Duration duration) {
        return Long.toString(Math.max(1, duration.toMillis()));
    }

    static long number(List<Object> reply, int index) {
        return (Long) reply.get(index);
    }
}
