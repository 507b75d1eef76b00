package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The agenda uses one timer at a time, also when a timer goes off while it is being replaced. */
class AgendaAlarmTest {
    private final HandDriven time = new HandDriven();
    private final List<String> done = new ArrayList<>();
    private final Agenda agenda = new Agenda(time, () -> {});

    @Test
    void alarmThatGoesOffWhileItIsReplacedDoesNotDoubleTheTimers() {
        note(100);
        HandDriven.Timer begun = time.timers.get(0);
        note(50);
        assertThat(time.timers).hasSize(1).doesNotContain(begun);

        begun.task().run();

        assertThat(time.timers).hasSize(1);
        time.advanceTo(Duration.ofNanos(100));
        assertThat(done).containsExactly("50", "100");
        assertThat(time.timers).isEmpty();
    }

    @Test
    void closeTakesTheTimerBack() {
        note(100);

        agenda.close();

        assertThat(time.timers).isEmpty();
        assertThat(agenda.size()).isZero();
        note(200);
        assertThat(time.timers).isEmpty();
    }

    private void note(long due) {
        agenda.at(due, () -> done.add(Long.toString(due)));
    }
}
