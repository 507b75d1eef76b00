package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.servers.ServerSource;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Three ZooKeeper servers. */
final class ZooKeeperStage implements Stage {
    /** The servers' tick, as the clients' option says it. */
    static final Duration TICK = Duration.ofMillis(250);

    private static final Pattern ZXID = Pattern.compile("Zxid: 0x([0-9a-f]+)");
    private static final int HEXADECIMAL = 16;
    private static final int SIZE = 3;
    private static final int LONGEST_SESSION_MILLIS = 60_000;

    private final ZooKeeperEnsemble ensemble;
    private @Nullable ZooKeeperServer stale;
    /** The zxid of the newest write when the stale one had been cut off: it has none after that, and the claim comes later. */
    private long newestBefore;

    ZooKeeperStage(ServerSource source) {
        this.ensemble = ZooKeeperEnsemble.builder()
                .source(source)
                .size(SIZE)
                .tick(TICK)
                .peerProxies()
                .config("maxSessionTimeout=" + LONGEST_SESSION_MILLIS)
                .start();
    }

    @Override
    public String uri(Setting setting) {
        return ensemble.uri() + "?" + setting.options();
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return ensemble.servers().stream()
                .map(server -> InetSocketAddress.createUnresolved("127.0.0.1", server.clientPort()))
                .toList();
    }

    @Override
    public void prepare(Fault fault, Steps steps) {
        if (fault == Fault.STALE_FOLLOWER) {
            ZooKeeperServer follower = ensemble.followers().get(0);
            ensemble.cutFromPeers(follower);
            stale = follower;
            newestBefore = newestWrite(ensemble.leader())
                    .orElseThrow(() -> new CompareFailedException("the leader tells no newest write"));
            steps.mark("a follower hears nothing new");
        }
    }

    @Override
    public void strike(Fault fault, Steps steps) {
        switch (fault) {
            case PRIMARY_KILLED -> {
                ZooKeeperServer leader = ensemble.leader();
                steps.mark(Moment.STRIKE, "the leader is killed");
                leader.kill();
            }
            case MINORITY_KILLED -> {
                ZooKeeperServer follower = ensemble.followers().get(0);
                steps.mark(Moment.STRIKE, "one follower is killed");
                follower.kill();
            }
            case MAJORITY_KILLED -> {
                ZooKeeperServer leader = ensemble.leader();
                ZooKeeperServer follower = ensemble.followers().get(0);
                steps.mark(Moment.STRIKE, "the leader and a follower are killed");
                leader.kill();
                follower.kill();
                steps.mark(Moment.MAJORITY_LOST, "two of three are down");
            }
            case NODE_EMPTIED -> {
                ZooKeeperServer follower = ensemble.followers().get(0);
                steps.mark(Moment.STRIKE, "a follower is killed");
                follower.restartEmpty();
                steps.mark("it comes back without its data");
            }
            case STALE_FOLLOWER -> replaceLeader(steps);
            default -> throw new IllegalArgumentException(fault.word());
        }
    }

    private void replaceLeader(Steps steps) {
        ZooKeeperServer behind = Objects.requireNonNull(stale);
        ZooKeeperServer leader = ensemble.leader();
        // Once it has noticed that it hears nobody it tells nothing, and gets nothing.
        boolean heard = newestWrite(behind).orElse(newestBefore) > newestBefore;
        if (heard || newestWrite(leader).orElse(newestBefore) <= newestBefore) {
            throw new CompareFailedException("the follower that was cut off lacks no write: " + behind);
        }
        steps.mark(Moment.STRIKE, "the leader is killed");
        leader.kill();
        ensemble.healPeers(behind);
        steps.mark("the follower that is behind hears the others again");
        ZooKeeperServer next = ensemble.leader();
        if (next == behind) {
            throw new CompareFailedException("a server that lacks the newest writes was elected: " + next);
        }
        steps.mark("the other follower leads");
    }

    /** The zxid of the newest write that a server has; empty if it has no leader. */
    private static OptionalLong newestWrite(ZooKeeperServer server) {
        Matcher zxid = ZXID.matcher(server.ask("srvr"));
        return zxid.find() ? OptionalLong.of(Long.parseUnsignedLong(zxid.group(1), HEXADECIMAL)) : OptionalLong.empty();
    }

    @Override
    public boolean takesAway(Fault fault) {
        return fault != Fault.NODE_EMPTIED;
    }

    @Override
    public void comeBack(Fault fault, Steps steps) {
        if (takesAway(fault)) {
            steps.mark(Moment.RETURNING, "the dead servers come back");
            ensemble.servers().stream().filter(server -> !server.isRunning()).forEach(ZooKeeperServer::restart);
        }
    }

    @Override
    public boolean heal(Fault fault) {
        ensemble.awaitServing();
        return true;
    }

    @Override
    public void close() {
        ensemble.close();
    }
}
