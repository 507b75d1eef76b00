package io.lockspi.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures from histories of which it is known what they must come to. */
class MeasuresTest {
    @TempDir
    private Path directory;

    private Story story;

    @BeforeEach
    void open() throws IOException {
        story = new Story(directory);
    }

    @AfterEach
    void close() {
        story.close();
    }

    /** Client 1 is inside from 1000 to 9000 with a deadline at 4000; the fault strikes at 2000. */
    private Story holderInside() {
        return story.enters(1000, 1, 1, 10, 4000).step(2000, Moment.STRIKE);
    }

    private RunFigures ends(Fault fault) {
        return story.leaves(9000, 1, 1).step(8900, Moment.OBSERVED).measure(fault);
    }

    @Test
    void twoInsideBeforeBothDeadlinesAreV1() {
        holderInside().enters(3000, 2, 1, 11, 6000).leaves(3100, 2, 1);
        RunFigures figures = ends(Fault.PRIMARY_KILLED);
        assertThat(figures.v1()).isEqualTo(1);
        assertThat(figures.v2()).isZero();
        assertThat(figures.longestOverlapMs()).isEqualTo(100);
        assertThat(figures.sections()).isEqualTo(2);
    }

    @Test
    void twoInsideAfterADeadlineAreV2() {
        holderInside().enters(5000, 2, 1, 11, 8000).leaves(5300, 2, 1);
        RunFigures figures = ends(Fault.HOLDER_PAUSED);
        assertThat(figures.v1()).isZero();
        assertThat(figures.v2()).isEqualTo(1);
        assertThat(figures.longestOverlapMs()).isEqualTo(300);
    }

    @Test
    void aRenewalMovesTheDeadlineAndALossEndsItAtOnce() {
        holderInside()
                .add(2500, Event.of(EventKind.RENEWED, 1, 1, 1, Measures.SEAT).value(7_000_000_000L))
                .event(5000, EventKind.LOST, 1, 1, Measures.SEAT)
                .enters(4500, 2, 1, 11, 8000)
                .leaves(4600, 2, 1)
                .enters(6000, 2, 2, 12, 9000)
                .leaves(6100, 2, 2);
        RunFigures figures = ends(Fault.PRIMARY_KILLED);
        assertThat(figures.v1()).as("before the holder was told").isEqualTo(1);
        assertThat(figures.v2()).as("when it had been told").isEqualTo(1);
        assertThat(figures.holderToldMs()).isEqualTo(3000);
    }

    @Test
    void aHolderThatKeptItsLockWasToldNothing() {
        holderInside().event(9000, EventKind.RELEASED, 1, 1, Measures.SEAT);
        assertThat(ends(Fault.NONE).holderToldMs()).isNull();
    }

    @Test
    void aRefusedReleaseTellsTheHolderToo() {
        holderInside().event(8000, EventKind.RELEASE_FAILED, 1, 1, Measures.SEAT);
        assertThat(ends(Fault.PRIMARY_KILLED).holderToldMs()).isEqualTo(6000);
    }

    @Test
    void theOthersAreLockedOutByADeadHolderUntilOneOfThemIsInside() {
        holderInside().enters(4200, 2, 1, 11, 8000).leaves(4300, 2, 1);
        RunFigures figures = ends(Fault.HOLDER_KILLED);
        assertThat(figures.lockoutMs()).isEqualTo(2200);
        assertThat(figures.holderToldMs()).as("it is dead").isNull();
    }

    @Test
    void theHolderItselfEndsNobodysLockOut() {
        holderInside()
                .leaves(2500, 1, 1)
                .enters(3000, 1, 2, 11, 6000)
                .leaves(3100, 1, 2)
                .enters(4200, 2, 1, 12, 8000)
                .leaves(4300, 2, 1)
                .step(8900, Moment.OBSERVED);
        assertThat(story.measure(Fault.HOLDER_CUT).lockoutMs()).isEqualTo(2200);
    }

    @Test
    void deadServersLockOutForTheLongestGapOfTheProbeSinceTheFault() {
        holderInside()
                .probe(100, 1)
                .probe(1100, 2)
                .probe(2100, 3)
                .probe(2900, 4)
                .probe(3800, 5)
                .probe(4700, 6)
                .probe(5600, 7)
                .probe(6500, 8)
                .probe(7400, 9)
                .probe(8300, 10)
                .probe(8950, 11);
        RunFigures figures = ends(Fault.PRIMARY_KILLED);
        assertThat(figures.lockoutMs())
                .as("that before the fault does not count")
                .isEqualTo(1000);
        assertThat(figures.picture().lockout()).isEqualTo(new RunPicture.Gap(600, 1600));
    }

    @Test
    void aProbeThatNeverComesBackIsSaid() {
        holderInside().probe(1900, 1);
        RunFigures figures = ends(Fault.MAJORITY_KILLED);
        assertThat(figures.lockoutMs()).isEqualTo(7000);
        assertThat(figures.remarks()).singleElement().asString().contains("nobody got the lock until the run's end");
    }

    @Test
    void aProbeThatFallsSilentAfterTheFaultIsLockedOutUntilTheEnd() {
        holderInside().probe(1990, 1).probe(2010, 2);
        RunFigures figures = ends(Fault.MAJORITY_KILLED);
        assertThat(figures.lockoutMs())
                .as("not the 20 ms between its last two grants")
                .isEqualTo(6990);
        assertThat(figures.remarks()).singleElement().asString().contains("nobody got the lock until the run's end");
    }

    @Test
    void aProbeThatFallsSilentIsLockedOutUntilSomebodyGetsALockAfterwards() {
        holderInside().probe(2010, 1).enters(9100, 2, 1, 11, 9900).leaves(9200, 2, 1);
        RunFigures figures = ends(Fault.MAJORITY_KILLED);
        assertThat(figures.lockoutMs()).isEqualTo(7090);
        assertThat(figures.remarks()).isEmpty();
    }

    @Test
    void grantsWithoutAMajorityAreCountedWhileItLasts() {
        holderInside()
                .step(2000, Moment.MAJORITY_LOST)
                .probe(2400, 1)
                .probe(3000, 2)
                .enters(3500, 2, 1, 11, 6000)
                .leaves(3600, 2, 1)
                .step(5000, Moment.RETURNING)
                .probe(5100, 3);
        assertThat(ends(Fault.MAJORITY_KILLED).grantsWhileLost())
                .as("the first was on its way, the last after the return")
                .isEqualTo(2);
    }

    @Test
    void whereNoMajorityWasLostThereIsNoSuchFigure() {
        holderInside().probe(3000, 1);
        assertThat(ends(Fault.MINORITY_KILLED).grantsWhileLost()).isNull();
    }

    @Test
    void writesRefusedAndAcceptedTooLateAreToldApart() {
        holderInside()
                .add(5000, seat(EventKind.RAISED, 2, 1).token(11))
                .add(6000, seat(EventKind.WRITE_REFUSED, 1, 1).token(10).value(11))
                .add(6500, seat(EventKind.WRITE_ACCEPTED, 1, 1).token(10).value(1));
        RunFigures figures = ends(Fault.HOLDER_PAUSED);
        assertThat(figures.staleWritesAccepted()).isEqualTo(1);
        assertThat(figures.staleWritesRefused()).isEqualTo(1);
    }

    private static Event seat(EventKind kind, int process, long operation) {
        return Event.of(kind, process, 1, operation, Measures.SEAT);
    }

    @Test
    void unknownOutcomesAndTokensThatFallAreCounted() {
        holderInside()
                .event(2100, EventKind.INVOKE_ACQUIRE, 2, 1, Measures.SEAT)
                .event(4100, EventKind.ACQUIRE_UNKNOWN, 2, 1, Measures.SEAT)
                .event(9000, EventKind.RELEASE_UNKNOWN, 1, 1, Measures.SEAT)
                .enters(9500, 2, 2, 9, 9900)
                .leaves(9600, 2, 2);
        RunFigures figures = ends(Fault.PRIMARY_KILLED);
        assertThat(figures.unknown()).isEqualTo(2);
        assertThat(figures.tokenRegressions()).isEqualTo(1);
    }

    @Test
    void thePictureDividesTheHoldersTimeAtItsDeadline() {
        holderInside();
        RunPicture picture = ends(Fault.HOLDER_PAUSED).picture();
        assertThat(picture.lanes().get(0).label()).isEqualTo("client 1 (holder)");
        assertThat(picture.lanes().get(0).spans())
                .containsExactly(
                        new RunPicture.Span(500, 3500, 10, 3500, Kind.VALID),
                        new RunPicture.Span(3500, 8500, 10, 3500, Kind.PAST_DEADLINE));
        assertThat(picture.marks())
                .containsExactly(new RunPicture.Mark(1500, "STRIKE"), new RunPicture.Mark(8400, "OBSERVED"));
    }
}
