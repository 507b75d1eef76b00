package io.lockspi.redis.node;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The thread that serves connections, begun with the first of them, and the look-up of host names. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // closing waits for the whole group
public final class NodeLoop {
    private static final long CLOSE_SECONDS = 1;

    private final EventLoopGroup group;
    private final EventLoop loop;
    private final DnsAddressResolverGroup resolver;

    /**
     * Makes a loop without starting its thread.
     *
     * @param threadName what the thread's name begins with
     */
    public NodeLoop(String threadName) {
        DefaultThreadFactory threads = new DefaultThreadFactory(threadName, true);
        this.group = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
        this.loop = group.next();
        this.resolver = new DnsAddressResolverGroup(
                NioDatagramChannel.class, DnsServerAddressStreamProviders.platformDefault());
    }

    EventLoopGroup group() {
        return group;
    }

    EventLoop eventLoop() {
        return loop;
    }

    DnsAddressResolverGroup resolver() {
        return resolver;
    }

    /**
     * Runs a task on the thread, after those that were handed over before.
     *
     * @param task short, does not block
     * @return false if the loop is closed, and the task will never run
     */
    public boolean run(Runnable task) {
        return Loops.run(loop, task);
    }

    /**
     * Closes everything and waits up to a second, unless called on the thread itself. Idempotent.
     *
     * @param first what to close before, on the thread: from the group's shutdown on connections are closed before earlier
     *     tasks are looked at
     */
    public void close(Runnable first) {
        boolean begun = run(() -> {
            first.run();
            resolver.close();
            group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        });
        if (begun && !loop.inEventLoop()) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        try {
            group.terminationFuture().await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
