package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerBuilder;
import io.lockspi.servers.ServerSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Five independent Redis servers. */
final class RedlockStage implements Stage {
    private static final int SIZE = 5;
    private static final int MINORITY = 2;
    private static final int MAJORITY = 3;
    /** Some renewals. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RedisGroup group;
    private final Persistence persistence;
    private final @Nullable FakeClock clock;

    RedlockStage(boolean toDisk, ServerSource source, @Nullable FakeClock clock) {
        this.clock = clock;
        this.persistence = toDisk ? Persistence.AOF : Persistence.NONE;
        AtomicInteger started = new AtomicInteger();
        this.group = RedisGroup.start(SIZE, builder -> {
            RedisServerBuilder server = builder.source(source).persistence(persistence);
            if (persistence == Persistence.AOF) {
                server.config("appendfsync no");
            }
            return clock != null && started.getAndIncrement() == 0 ? server.program(clock.program()) : server;
        });
    }

    @Override
    public String uri(Setting setting) {
        return "redlock://" + group.hosts() + "?" + setting.options();
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return group.servers().stream()
                .map(server -> InetSocketAddress.createUnresolved(server.host(), server.port()))
                .toList();
    }

    /** The servers that are not there when the claim is made, so that it is on exactly three. */
    private List<RedisServer> absent() {
        return group.servers().subList(MAJORITY, SIZE);
    }

    @Override
    public void prepare(Fault fault, Steps steps) {
        if (fault == Fault.NODE_EMPTIED) {
            steps.mark("two of five servers are killed");
            absent().forEach(RedisServer::kill);
        }
    }

    @Override
    public void strike(Fault fault, Steps steps) throws InterruptedException {
        switch (fault) {
            case PRIMARY_KILLED -> {
                steps.mark(Moment.STRIKE, "one of five servers is killed");
                group.get(0).kill();
            }
            case MINORITY_KILLED -> {
                steps.mark(Moment.STRIKE, "two of five servers are killed");
                group.servers().subList(0, MINORITY).forEach(RedisServer::kill);
            }
            case MAJORITY_KILLED -> {
                steps.mark(Moment.STRIKE, "three of five servers are killed");
                group.servers().subList(0, MAJORITY).forEach(RedisServer::kill);
                steps.mark(Moment.MAJORITY_LOST, "three of five are down");
            }
            case NODE_EMPTIED -> {
                StoredClaim.OF_REDLOCK.demandOn(group.servers().subList(0, MAJORITY));
                steps.mark(Moment.STRIKE, "one of the three servers with the claim is killed");
                group.get(0).restartEmpty();
                absent().forEach(this::bringBack);
                steps.mark("it is back without its data, and the other two are back");
            }
            case CLOCK_MOVED -> {
                // A bare majority, of which one forgets, would be no majority; a renewal repairs what the acquire has
                // missed.
                Waiting.demand(
                        "the claim on all servers", PATIENCE, () -> StoredClaim.OF_REDLOCK.isOn(group.servers()));
                FakeClock.jump(clock, group.get(0), steps);
            }
            default -> throw new IllegalArgumentException(fault.word());
        }
    }

    private void bringBack(RedisServer server) {
        if (persistence == Persistence.AOF) {
            server.restart();
        } else {
            server.restartEmpty();
        }
    }

    @Override
    public boolean takesAway(Fault fault) {
        return fault == Fault.PRIMARY_KILLED || fault == Fault.MINORITY_KILLED || fault == Fault.MAJORITY_KILLED;
    }

    @Override
    public void comeBack(Fault fault, Steps steps) {
        if (takesAway(fault)) {
            steps.mark(Moment.RETURNING, "the dead servers come back");
            group.servers().stream().filter(server -> !server.isRunning()).forEach(this::bringBack);
        }
    }

    /** Five new servers are there sooner than the quarantine of five old ones is over. */
    @Override
    public boolean heal(Fault fault) {
        return false;
    }

    @Override
    public void close() {
        group.close();
    }
}
