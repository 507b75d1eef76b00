package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the witness makes of a client that was inside when its process was killed. */
class KilledInsideTest {
    @Test
    void theNextMayEnterBeforeTheWitnessHearsOfTheEnd() {
        assertThat(check(entered(1).event(killing()).event(entering(2)).event(leaving(1)))
                        .passed())
                .isTrue();
    }

    @Test
    void nobodyMayEnterBeforeTheKill() {
        assertTwoHolders(entered(1).event(entering(2)).event(killing()).event(leaving(1)));
    }

    @Test
    void nobodyMayEnterWhileTheProcessStillWrites() {
        assertTwoHolders(entered(1)
                .event(killing())
                .event(entering(2))
                .event(Event.of(EventKind.RAW_WRITE, 1, 1, 1, "a").value(1))
                .event(leaving(1)));
    }

    private static void assertTwoHolders(Story story) {
        assertThat(check(story).counts()).containsKey(ViolationKind.TWO_VALID_HOLDERS);
    }

    private static WitnessReport check(Story story) {
        return WitnessChecker.check(story.history());
    }

    private static Story entered(int process) {
        return new Story().event(entering(process));
    }

    private static Event entering(int process) {
        return Event.of(EventKind.ENTERED, process, 1, process, "a").token(process);
    }

    private static Event leaving(int process) {
        return Event.of(EventKind.LEFT, process, 1, process, "a");
    }

    private static Event killing() {
        return Event.fault(EventKind.KILLING, 1, "");
    }
}
