package io.lockspi.lab.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockspi.lab.compare.RunPicture;
import io.lockspi.lab.compare.RunPicture.Gap;
import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.RunPicture.Lane;
import io.lockspi.lab.compare.RunPicture.Mark;
import io.lockspi.lab.compare.RunPicture.Span;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** What is drawn of one run, and told below. */
class TimelineTest {
    private static final double LEFT = 12;
    private static final double WIDTH = 736;

    @Test
    void aSectionLiesWhereItsTimesAre() {
        Element rect = draw(lane("client 1", span(1000, 3000, 7, Kind.VALID))).expectFirst("rect.valid");
        assertThat(number(rect, "x")).isCloseTo(LEFT + WIDTH * 0.1, within(0.1));
        assertThat(number(rect, "width")).isCloseTo(WIDTH * 0.2, within(0.1));
        assertThat(rect.text())
                .contains("client 1")
                .contains("token 7")
                .contains("1.00")
                .contains("3.00");
    }

    @Test
    void whatIsPastItsDeadlineLooksDifferent() {
        Element svg = draw(lane("client 1", span(1000, 3000, 7, Kind.VALID), span(3000, 4000, 7, Kind.PAST_DEADLINE)));
        assertThat(svg.select("rect.valid")).hasSize(1);
        assertThat(svg.select("rect.past")).hasSize(1);
    }

    @Test
    void twoInsideAtOnceAreMarkedByWhetherBothWereValid() {
        Lane zombie = lane("client 1", span(1000, 3000, 7, Kind.VALID), span(3000, 6000, 7, Kind.PAST_DEADLINE));
        Element svg = draw(zombie, lane("client 2", span(2000, 2500, 8, Kind.VALID), span(4000, 5000, 9, Kind.VALID)));
        assertThat(svg.select("rect.twice:not(.veil)")).hasSize(1);
        Element both = svg.expectFirst("rect.twice:not(.veil)");
        assertThat(number(both, "x")).isCloseTo(LEFT + WIDTH * 0.2, within(0.1));
        assertThat(number(both, "width")).isCloseTo(WIDTH * 0.05, within(0.1));
        assertThat(svg.select("rect.past.veil")).hasSize(1);
        assertThat(draw(
                                lane("client 1", span(0, 1000, 1, Kind.VALID)),
                                lane("client 2", span(1000, 2000, 2, Kind.VALID)))
                        .select("rect.twice, rect.past"))
                .isEmpty();
    }

    @Test
    void thousandsOfShortSectionsAreDrawnAsAFewAndCounted() {
        List<Span> spans = new ArrayList<>();
        for (int section = 0; section < 5000; section++) {
            double from = section < 2500 ? section : section + 2000;
            spans.add(span(from, from + 0.8, section, Kind.VALID));
        }
        Element svg = draw(new Lane("client 1", spans));
        assertThat(svg.select("rect.valid")).hasSize(2);
        assertThat(svg.expectFirst("rect.valid").text()).contains("2,500 sections", "tokens 0 to 2499");
    }

    @Test
    void aShortSectionCanStillBeSeen() {
        assertThat(number(
                        draw(lane("client 1", span(500, 500.1, 7, Kind.VALID))).expectFirst("rect.valid"), "width"))
                .isGreaterThan(1);
    }

    @Test
    void theLockOutIsShaded() {
        Element svg = svg(new RunPicture(10_000, List.of(), List.of(), new Gap(2000, 7000)));
        assertThat(number(svg.expectFirst("rect.lockout"), "width")).isCloseTo(WIDTH * 0.5, within(0.1));
        assertThat(draw().select("rect.lockout")).isEmpty();
    }

    @Test
    void marksThatAreCloseStandInRowsOfTheirOwn() {
        List<Mark> marks = List.of(new Mark(1000, "a"), new Mark(1050, "b"), new Mark(1100, "c"), new Mark(5000, "d"));
        List<Flags.Flag> flags = Flags.of(marks, new Scale(10_000, 0, 700), 20).all();
        assertThat(flags).extracting(Flags.Flag::row).containsExactly(0, 1, 2, 0);
        assertThat(flags).extracting(Flags.Flag::number).containsExactly(1, 2, 3, 4);
        assertThat(svg(new RunPicture(10_000, List.of(), marks, null)).select("circle.flag"))
                .hasSize(4);
    }

    @Test
    void theAxisHasRoundSecondsAndNotTooMany() {
        assertThat(draw().select("text.seconds").eachText())
                .startsWith("0 s", "1 s", "2 s")
                .endsWith("10 s");
        assertThat(svg(new RunPicture(600, List.of(), List.of(), null))
                        .select("text.seconds")
                        .eachText())
                .startsWith("0.0 s", "0.1 s");
        assertThat(svg(new RunPicture(95_000, List.of(), List.of(), null)).select("text.seconds"))
                .hasSizeBetween(4, 15);
    }

    @Test
    void theCaptionTellsTheMarksAndHowOftenTwoWereInside() {
        Lane holder = lane("client 1", span(1000, 6000, 7, Kind.VALID));
        Lane other = lane("client 2", span(2000, 2500, 8, Kind.VALID), span(4000, 5000, 9, Kind.VALID));
        Element caption = caption(
                new RunPicture(10_000, List.of(holder, other), List.of(new Mark(1500, "struck")), new Gap(1500, 2000)));
        assertThat(caption.select("ol li").eachText()).containsExactly("1.50 s: struck");
        assertThat(caption.select("ul li").eachText())
                .containsExactly(
                        "client 1 was inside, and client 2 came: 2 times between 2.00 s and 5.00 s, for 1.0 s at most;"
                                + " both before their deadlines.",
                        "Nobody could lock from 1.50 s to 2.00 s (the grey stripe).");
    }

    @Test
    void theCaptionOfAQuietRunHasNoLists() {
        assertThat(caption(new RunPicture(10_000, List.of(), List.of(), null)).select("ul, ol"))
                .isEmpty();
    }

    private static Element caption(RunPicture picture) {
        Element caption = new Element("figcaption");
        Captions.addTo(caption, 1, picture);
        return caption;
    }

    private static Element draw(Lane... lanes) {
        return svg(new RunPicture(10_000, List.of(lanes), List.of(), null));
    }

    private static Element svg(RunPicture picture) {
        Element parent = new Element("div");
        new Timeline(picture).addTo(parent, "a run");
        return parent.child(0);
    }

    private static Lane lane(String label, Span... spans) {
        return new Lane(label, List.of(spans));
    }

    private static Span span(double from, double to, long token, Kind kind) {
        return new Span(from, to, token, 3000, kind);
    }

    private static double number(Element shape, String attribute) {
        return Double.parseDouble(shape.attr(attribute));
    }
}
