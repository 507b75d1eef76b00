package io.lockspi.lab.compare;

import io.lockspi.LockService;
import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.redis.RedisQuarantine;
import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisSentinels;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.RedisServerBuilder;
import io.lockspi.servers.ServerSource;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A Redis master with two replicas and three Sentinels. */
final class ReplicasStage implements Stage {
    private static final int REPLICAS = 2;

    private final RedisSentinels sentinels;
    private final RedisReplicas servers;
    private final @Nullable FakeClock clock;
    private @Nullable RedisServer unaware;

    ReplicasStage(Setting setting, ServerSource source, @Nullable FakeClock clock) {
        this.clock = clock;
        AtomicInteger started = new AtomicInteger();
        this.sentinels = RedisSentinels.start(
                REPLICAS,
                builder -> {
                    RedisServerBuilder server =
                            builder.source(source).persistence(Persistence.AOF).config("appendfsync no");
                    return clock != null && started.getAndIncrement() == 0 ? server.program(clock.program()) : server;
                },
                builder -> builder.source(source));
        this.servers = sentinels.servers();
        vouch(setting);
    }

    /** For servers that were set up just now, so that the first run need not wait for claims that never were. */
    private void vouch(Setting setting) {
        if (setting.topology() == Topology.REPLICAS_SAFE) {
            try (LockService locks = LockService.open(uri(setting))) {
                locks.unwrap(RedisQuarantine.class).ifPresent(RedisQuarantine::bootstrap);
            } catch (RuntimeException failure) {
                sentinels.close();
                throw failure;
            }
        }
    }

    @Override
    public String uri(Setting setting) {
        return "redis://" + sentinels.sentinelHosts() + "?topology=sentinel&masterName=" + RedisSentinels.MASTER_NAME
                + "&" + setting.options();
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return sentinels.addresses();
    }

    @Override
    public boolean tellsAddresses() {
        return true;
    }

    /** The replica that will take over hears nothing from here on, so it cannot have the claim. */
    @Override
    public void prepare(Fault fault, Steps steps) {
        if (fault == Fault.PRIMARY_KILLED) {
            RedisServer successor = servers.replicas().get(0);
            sentinels.prefer(successor);
            servers.awaitInSync();
            servers.holdBack(successor);
            unaware = successor;
            steps.mark("replication to one replica is held back");
        }
    }

    @Override
    public void strike(Fault fault, Steps steps) {
        RedisServer master = servers.master();
        switch (fault) {
            case PRIMARY_KILLED -> {
                RedisServer successor = Objects.requireNonNull(unaware);
                StoredClaim.OF_REDIS.demandOnOneOf(master, successor);
                steps.mark(Moment.STRIKE, "the master is killed");
                master.kill();
                servers.letGo(successor);
                RedisServer next = sentinels.awaitMasterOtherThan(master);
                if (next != successor) {
                    throw new CompareFailedException("a replica that has the claim was made master: " + next);
                }
                steps.mark("the replica without the claim is master");
            }
            case MINORITY_KILLED -> {
                steps.mark(Moment.STRIKE, "one replica is killed");
                servers.replicas().get(0).kill();
            }
            case MAJORITY_KILLED -> {
                steps.mark(Moment.STRIKE, "both replicas are killed");
                servers.replicas().forEach(RedisServer::kill);
                steps.mark(Moment.MAJORITY_LOST, "both are down");
            }
            case NODE_EMPTIED -> {
                StoredClaim.OF_REDIS.demandOn(List.of(master));
                steps.mark(Moment.STRIKE, "the master is killed");
                master.restartEmpty();
                steps.mark(
                        sentinels.agreedMaster() == master
                                ? "it is back without its data, and still the master"
                                : "it is back without its data");
            }
            case CLOCK_MOVED -> FakeClock.jump(clock, master, steps);
            default -> throw new IllegalArgumentException(fault.word());
        }
    }

    @Override
    public boolean takesAway(Fault fault) {
        return fault == Fault.MINORITY_KILLED || fault == Fault.MAJORITY_KILLED;
    }

    @Override
    public void comeBack(Fault fault, Steps steps) {
        if (takesAway(fault)) {
            steps.mark(Moment.RETURNING, "the dead replicas come back");
            servers.servers().stream().filter(server -> !server.isRunning()).forEach(RedisServer::restart);
        }
    }

    /** A master that was replaced or emptied leaves Sentinels behind that remember it; new ones are there as soon. */
    @Override
    public boolean heal(Fault fault) {
        if (takesAway(fault)) {
            servers.awaitInSync();
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        sentinels.close();
    }
}
