package io.lockspi.redlock;

import io.lockspi.DistributedLock;
import io.lockspi.LockException;
import io.lockspi.LockService;
import io.lockspi.tck.history.HostClock;
import io.lockspi.tck.witness.WitnessClient;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A process that takes a lock so many times, and tells the witness each time: {@code URI WITNESS-PORT PROCESS TIMES}. Says
 * {@code turn} every ten times, and in the end its statistics.
 */
@SuppressWarnings("LockNotBeforeTry") // a release that says "lost" must not end the turns
final class TurnsMain {
    private TurnsMain() {}

    /** Runs to the end of its turns. */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        int times = Integer.parseInt(args[3]);
        long lost = 0;
        try (LockService service = LockService.open(args[0]);
                WitnessClient witness =
                        WitnessClient.connect(Integer.parseInt(args[1]), Integer.parseInt(args[2]), 0)) {
            DistributedLock lock = service.getLock(TokensTest.LOCK);
            for (int turn = 1; turn <= times; turn++) {
                lock.lock();
                long now = HostClock.nanos();
                long valid = lock.remainingLease().toNanos();
                if (valid > 0) {
                    witness.enter(TokensTest.LOCK, turn, lock.fencingToken(), now + valid);
                    witness.exit(TokensTest.LOCK, turn);
                }
                try {
                    lock.unlock();
                } catch (LockException | IllegalMonitorStateException notConfirmed) {
                    lost++;
                }
                if (turn % 10 == 0) {
                    out.println("turn");
                }
            }
            RedlockStatistics counts = Five.statistics(service);
            out.println("end " + counts.grants() + " " + counts.oneRoundTripGrants() + " " + counts.splitVotes() + " "
                    + counts.counterCopies() + " " + lost);
        }
    }
}
