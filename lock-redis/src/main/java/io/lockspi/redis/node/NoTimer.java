package io.lockspi.redis.node;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Keeps Redisson's client from starting a timer thread: it gets no commands that need one. */
final class NoTimer implements Timer {
    @Override
    public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
        throw new IllegalStateException("all timing is the back end's own");
    }

    @Override
    public Set<Timeout> stop() {
        return Set.of();
    }
}
