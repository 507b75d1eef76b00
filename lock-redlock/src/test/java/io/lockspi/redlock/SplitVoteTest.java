package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that want a lock at the same instant, each near to other nodes, in steps of a millisecond. */
class SplitVoteTest {
    private static final int NODES = 5;
    private static final int MAJORITY = NODES / 2 + 1;
    private static final int NOBODY = -1;
    private static final int LONG = 10_000;
    private static final int PAUSE = 4;

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void pausesOfDifferentLengthsEndASplitVoteSoon(int clients) {
        SplittableRandom random = new SplittableRandom(clients);
        for (int run = 0; run < 1_000; run++) {
            assertThat(millisUntilSomebodyWins(clients, () -> 1 + random.nextInt(PAUSE)))
                    .isLessThan(100);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void fixedPausesSplitTheVotesForEver(int clients) {
        assertThat(millisUntilSomebodyWins(clients, () -> PAUSE)).isEqualTo(LONG);
    }

    private static int millisUntilSomebodyWins(int clients, IntSupplier pause) {
        int[] owners = new int[NODES];
        Arrays.fill(owners, NOBODY);
        int[] asksAt = new int[clients];
        String[] ids = new String[clients];
        int made = 0;
        for (int client = 0; client < clients; client++) {
            ids[client] = id(made++);
        }
        for (int now = 0; now < LONG; now++) {
            ask(owners, asksAt, now);
            SplitVote split = new SplitVote(votes(owners, ids), 0, MAJORITY);
            if (split.decided()) {
                return now;
            }
            for (int client = 0; client < clients; client++) {
                if (asksAt[client] == now) {
                    asksAt[client] += pause.getAsInt();
                    if (!split.hopeless() || !split.favours(ids[client])) {
                        giveWay(owners, client);
                        ids[client] = id(made++);
                    }
                }
            }
        }
        return LONG;
    }

    private static String id(int number) {
        return "%09d".formatted(number);
    }

    /** A node that is free goes to the nearest client that asks now. */
    private static void ask(int[] owners, int[] asksAt, int now) {
        for (int node = 0; node < NODES; node++) {
            for (int i = 0; i < asksAt.length && owners[node] == NOBODY; i++) {
                int client = (node + i) % asksAt.length;
                owners[node] = asksAt[client] == now ? client : NOBODY;
            }
        }
    }

    private static Map<String, Integer> votes(int[] owners, String[] ids) {
        Map<String, Integer> votes = new TreeMap<>();
        for (int owner : owners) {
            if (owner != NOBODY) {
                votes.merge(ids[owner], 1, Integer::sum);
            }
        }
        return votes;
    }

    private static void giveWay(int[] owners, int client) {
        for (int node = 0; node < NODES; node++) {
            owners[node] = owners[node] == client ? NOBODY : owners[node];
        }
    }
}
