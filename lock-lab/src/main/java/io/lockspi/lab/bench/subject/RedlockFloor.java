package io.lockspi.lab.bench.subject;

import io.netty.channel.EventLoopGroup;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The bare commands at all servers at a time, each with a connection of its own, all of them on one network thread, which
 * costs less than five. All answers are waited for, so that a slow server counts, as it does not for a majority.
 */
record RedlockFloor(List<RedissonFloor> servers) implements LockClient {
    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        EventLoopGroup loop = RedissonFloor.newLoop();
        return new RedlockFloor(servers(uri).stream()
                .map(server -> new RedissonFloor(server, loop))
                .toList());
    }

    /** The single servers of a group's URI. */
    static List<URI> servers(URI group) {
        return Stream.of(group.getAuthority().split(",", -1))
                .map(host -> URI.create("redis://" + host))
                .toList();
    }

    @Override
    public TimedLock lock(String name) {
        String owner = Floor.newOwner();
        return new TimedLock() {
            @Override
            public long lock() {
                List<CompletableFuture<String>> answers =
                        servers.stream().map(server -> server.set(name, owner)).toList();
                answers.forEach(answer -> RedissonFloor.checkSet(name, answer.join()));
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                List<CompletableFuture<Long>> answers = servers.stream()
                        .map(server -> server.delete(name, owner))
                        .toList();
                answers.forEach(answer -> RedissonFloor.checkDeleted(name, answer.join()));
            }
        };
    }

    @Override
    public void close() {
        servers.forEach(RedissonFloor::close);
    }
}
