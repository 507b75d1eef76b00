package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two engines and one store in every order of events that a seeded generator finds. A failure names its seed and tells what
 * happened; {@code -Dlockspi.explorer.seed=N} runs that seed alone.
 */
class EngineExplorerTest {
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int SHOWN_EVENTS = 150;
    private static final int MOST_SEEDS_FOR_A_DEFECT = 500;

    private final Logger log = Logger.getLogger("io.lockspi");
    private final Level before = log.getLevel();

    @BeforeEach
    void silence() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        log.setLevel(before);
    }

    @Test
    @Timeout(1200)
    void noOrderOfEventsBreaksAPromise() {
        Long wanted = Long.getLong("lockspi.explorer.seed");
        if (wanted != null) {
            explore(wanted);
            return;
        }
        boolean soak = Boolean.getBoolean("lockspi.soak");
        long seed = soak ? System.nanoTime() : 1;
        long start = System.nanoTime();
        long budget = (soak ? LONG : SHORT).toNanos();
        int handOvers = 0;
        do {
            handOvers += explore(seed++);
        } while (System.nanoTime() - start < budget);
        assertThat(handOvers)
                .as("sections that followed another without a request")
                .isGreaterThan(100);
    }

    /** The checks themselves: each kind of broken store is noticed, and a seed gives the same run again. */
    @ParameterizedTest
    @CsvSource({
        "GIVES_AWAY_WHAT_IS_HELD, BACKED",
        "REPEATS_TOKENS, TOKENS",
        "RELEASES_FOR_ANYBODY, BACKED",
        "ENDS_CLAIMS_EARLY, BACKED",
        "FORGETS_RELEASES, ORPHAN"
    })
    void brokenStoreIsNoticed(SimStore.Defect defect, String check) {
        for (long seed = 1; seed <= MOST_SEEDS_FOR_A_DEFECT; seed++) {
            String found = outcome(seed, defect);
            if (found.startsWith(check)) {
                assertThat(withoutIds(outcome(seed, defect))).isEqualTo(withoutIds(found));
                return;
            }
        }
        throw new AssertionError(defect + " was not noticed");
    }

    private static String outcome(long seed, SimStore.Defect defect) {
        try {
            new Simulation(seed, defect, false).run();
            return "nothing";
        } catch (Simulation.Violation violation) {
            return String.valueOf(violation.getMessage());
        }
    }

    private static String withoutIds(String text) {
        return text.replaceAll("[0-9a-f]{32}", "ID");
    }

    /** Plays one run, and tells how often a claim was passed from section to section in it. */
    private static int explore(long seed) {
        try {
            Simulation world = new Simulation(seed, SimStore.Defect.NONE, false);
            world.run();
            return world.handOvers();
        } catch (RuntimeException | Error failure) {
            throw new AssertionError(describe(seed, failure), failure);
        }
    }

    private static String describe(long seed, Throwable failure) {
        Simulation again = new Simulation(seed, SimStore.Defect.NONE, true);
        String second = "nothing";
        try {
            again.run();
        } catch (RuntimeException | Error same) {
            second = same.toString();
        }
        List<String> trace = again.trace();
        return "seed " + seed + ": " + failure.getMessage() + "\nthe same seed again: " + second + "\n"
                + String.join("\n", trace.subList(Math.max(0, trace.size() - SHOWN_EVENTS), trace.size()));
    }
}
