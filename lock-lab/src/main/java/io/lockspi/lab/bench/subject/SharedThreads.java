package io.lockspi.lab.bench.subject;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Threads that several clients in one JVM share, for clients that would otherwise start dozens each: fifty of them stand
 * for fifty processes, which would not run on the same two cores. A JVM with one client shares nothing.
 *
 * @param loops for the network, as many as Redisson's default
 * @param executor for callbacks, as many as Redisson's default
 */
public record SharedThreads(
        @Nullable EventLoopGroup loops, @Nullable ExecutorService executor) {
    private static final int NETWORK_THREADS = 32;
    private static final int CALLBACK_THREADS = 16;

    static SharedThreads forClients(int count) {
        if (count == 1) {
            return new SharedThreads(null, null);
        }
        DefaultThreadFactory daemons = new DefaultThreadFactory("bench-shared", true);
        return new SharedThreads(
                new MultiThreadIoEventLoopGroup(NETWORK_THREADS, daemons, NioIoHandler.newFactory()),
                Executors.newFixedThreadPool(CALLBACK_THREADS, daemons));
    }
}
