package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What people see of a bad history. */
class TimelineTest {
    @Test
    void showsWhoHeldWhenAndWhatHappenedAround() {
        Story story = new Story()
                .section(3, 1, 1)
                .ask(1, 1)
                .get(1, 1, 2, 50)
                .event(Event.fault(EventKind.FAULT, 0, "the master was killed"))
                .ask(2, 1)
                .get(2, 1, 3, 50)
                .leave(1, 1)
                .leave(2, 1);
        assertThat(story.check().text(story.history())).startsWith("""
                The history is bad.
                1 x two holders at once, both valid (V1)

                Lock 'a': two holders at once, both valid (V1).
                p1/t1 operation 1 token 2 and p2/t1 operation 1 token 3 held it together for 1.000 ms.

                          ms  p1/t1   p2/t1   \n\
                       0.000  *       .       p1/t1 invoke acquire #1
                       1.000  [       .       p1/t1 acquired #1, token 2, deadline at 51.000
                       2.000  |       .       p0 fault (the master was killed)
                       3.000  |       *       p2/t1 invoke acquire #1
                       4.000  |       [       p2/t1 acquired #1, token 3, deadline at 54.000
                       5.000  ]       |       p1/t1 invoke release #1
                       6.000  .       ]       p2/t1 invoke release #1
                """);
    }

    @Test
    void showsTheShortestStretchOfTheGravestKind() {
        Story story = new Story().ask(1, 1).get(1, 1).wait(100);
        story.section(2, 1, 0).leave(1, 1).ask(3, 1).get(3, 1).section(4, 1, 0).leave(3, 1);
        assertThat(story.check().first().orElseThrow().sections())
                .extracting(Section::process)
                .containsExactly(3, 4);
    }

    @Test
    void leavesOutTheMiddleOfALongStretch() {
        Story story = new Story().ask(1, 1).get(1, 1);
        for (int i = 1; i <= 100; i++) {
            story.attempt(3, i).event(EventKind.NOT_ACQUIRED, 3, 1, i);
        }
        story.section(2, 1, 0).leave(1, 1);
        String text = story.check().text(story.history());
        assertThat(text.lines()).hasSizeLessThan(80);
        assertThat(text).contains("events left out").contains("p2/t1 acquired #1");
    }

    @Test
    void goodHistoryHasItsFigures() {
        Story story = new Story().section(1, 1, 1);
        assertThat(story.check().text(story.history()))
                .startsWith("The history is good.\n")
                .contains("1 invoked, 1 acquired", "fairness   1.000");
    }
}
