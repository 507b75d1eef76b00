package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerBuilder;
import io.lockspi.servers.ServerSource;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One Redis, which comes back with its data after a kill. */
final class SingleStage implements Stage {
    private final RedisServer server;
    private final @Nullable FakeClock clock;

    SingleStage(ServerSource source, @Nullable FakeClock clock) {
        this.clock = clock;
        RedisServerBuilder builder = RedisServer.builder()
                .source(source)
                .persistence(Persistence.AOF)
                .config("appendfsync no");
        this.server = (clock == null ? builder : builder.program(clock.program())).start();
    }

    @Override
    public String uri(Setting setting) {
        return server.uri() + "?" + setting.options();
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return List.of(InetSocketAddress.createUnresolved(server.host(), server.port()));
    }

    @Override
    public void strike(Fault fault, Steps steps) {
        switch (fault) {
            case PRIMARY_KILLED -> {
                steps.mark(Moment.STRIKE, "the only server is killed");
                server.kill();
            }
            case NODE_EMPTIED -> {
                StoredClaim.OF_REDIS.demandOn(List.of(server));
                steps.mark(Moment.STRIKE, "the only server is killed");
                server.restartEmpty();
                steps.mark("it is back without its data");
            }
            case CLOCK_MOVED -> FakeClock.jump(clock, server, steps);
            default -> throw new IllegalArgumentException(fault.word());
        }
    }

    @Override
    public boolean takesAway(Fault fault) {
        return fault == Fault.PRIMARY_KILLED;
    }

    @Override
    public void comeBack(Fault fault, Steps steps) {
        if (takesAway(fault)) {
            steps.mark(Moment.RETURNING, "it comes back with its data");
            server.restart();
        }
    }

    @Override
    public boolean heal(Fault fault) {
        return fault != Fault.CLOCK_MOVED;
    }

    @Override
    public void close() {
        server.close();
    }
}
