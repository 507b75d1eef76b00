package io.lockspi.lab.bench.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.bench.worker.Witness.Watch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessTest {
    @TempDir
    Path directory;

    private Witness witness;
    private Watch ann;
    private Watch bob;

    @BeforeEach
    void mapTwice() throws IOException {
        Path file = directory.resolve("page");
        witness = Witness.map(file, 2);
        ann = witness.watch(1, 1, 1, true);
        // By a mapping of its own, as in another JVM.
        bob = Witness.map(file, 2).watch(1, 2, 2, true);
    }

    @Test
    void sectionsThatTakeTurnsAreSound() {
        section(ann, 1);
        section(ann, 2);
        section(bob, 3);
        assertThat(ann.overlaps() + bob.overlaps()).isZero();
        assertThat(ann.tokenRegressions() + bob.tokenRegressions()).isZero();
        assertThat(witness.sections()).isEqualTo(3);
        assertThat(witness.handOvers()).isEqualTo(2);
    }

    @Test
    void sectionsThatMeetAreSeenByBothAndLoseACount() {
        ann.entered(1);
        bob.entered(2);
        ann.leaving();
        bob.leaving();
        assertThat(ann.overlaps()).isEqualTo(1);
        assertThat(bob.overlaps()).isEqualTo(2);
        assertThat(witness.sections()).isEqualTo(1);
    }

    @Test
    void aTokenThatDoesNotRiseIsSeen() {
        section(ann, 5);
        section(bob, 5);
        section(ann, 4);
        section(bob, 5);
        assertThat(bob.tokenRegressions()).isEqualTo(1);
        assertThat(ann.tokenRegressions()).isEqualTo(1);
    }

    @Test
    void zeroIsNoToken() {
        section(ann, 0);
        assertThat(ann.tokenRegressions()).isEqualTo(1);
    }

    @Test
    void locksDoNotDisturbEachOther() {
        Watch elsewhere = witness.watch(0, 3, 3, true);
        ann.entered(9);
        section(elsewhere, 1);
        ann.leaving();
        assertThat(ann.overlaps() + elsewhere.overlaps()).isZero();
        assertThat(elsewhere.tokenRegressions()).isZero();
        assertThat(witness.sections()).isEqualTo(2);
    }

    private static void section(Watch watch, long token) {
        watch.entered(token);
        watch.leaving();
    }
}
