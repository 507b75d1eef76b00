package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.RunPicture;
import io.lockspi.lab.compare.RunPicture.Gap;
import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.RunPicture.Lane;
import java.util.Locale;
import org.jsoup.nodes.Element;

/** Draws one run: a lane for each client, what was done to it from top to bottom, seconds below. */
final class Timeline {
    private static final double WIDTH = 760;
    private static final double MARGIN = 12;
    private static final double FLAG = 20;
    private static final double LANE = 36;
    private static final double BAR = 15;
    private static final double LABEL = 17;
    /** From the top of a lane to the foot of its label. */
    private static final double TEXT = 13;

    private static final double AXIS = 26;
    private static final double TICK = 5;
    /** Less would not be seen. */
    private static final double THINNEST = 1.2;

    private final RunPicture picture;
    private final Scale scale;
    private final Flags flags;
    private final double lanesTop;
    private final double lanesEnd;

    Timeline(RunPicture picture) {
        this.picture = picture;
        scale = new Scale(picture.durationMs(), MARGIN, WIDTH - MARGIN);
        flags = Flags.of(picture.marks(), scale, FLAG);
        lanesTop = flags.rows() * FLAG;
        lanesEnd = lanesTop + (picture.lanes().size() + 1) * LANE;
    }

    void addTo(Element parent, String label) {
        double height = lanesEnd + AXIS;
        Element svg = parent.appendElement("svg")
                .addClass("timeline")
                .attr("viewBox", "0 0 " + number(WIDTH) + " " + number(height))
                .attr("role", "img")
                .attr("aria-label", label + "; the text below says the same");
        lockout(svg);
        double top = lanesTop;
        for (Lane lane : picture.lanes()) {
            lane(svg, lane, top);
            top += LANE;
        }
        both(svg, top);
        axis(svg);
        flags(svg);
    }

    private void lockout(Element svg) {
        Gap gap = picture.lockout();
        if (gap != null) {
            title(
                    box(svg, "lockout", gap.fromMs(), gap.toMs(), lanesTop, lanesEnd - lanesTop),
                    "nobody could lock for " + Amounts.time(gap.toMs() - gap.fromMs()));
        }
    }

    private void lane(Element svg, Lane lane, double top) {
        text(svg, "label", MARGIN, top + TEXT, lane.label());
        line(svg, "lane", MARGIN, top + LABEL + BAR, WIDTH - MARGIN, top + LABEL + BAR);
        for (Stroke stroke : Stroke.of(lane.spans(), scale.millisOf(THINNEST))) {
            String kind = stroke.kind() == Kind.VALID ? "valid" : "past";
            title(
                    box(svg, kind, stroke.first().fromMs(), stroke.last().toMs(), top + LABEL, BAR),
                    lane.label() + ": " + stroke.text());
        }
    }

    /** The lane below all others: when two were inside. */
    private void both(Element svg, double top) {
        text(svg, "label", MARGIN, top + TEXT, "two inside at once");
        line(svg, "lane", MARGIN, top + LABEL + BAR, WIDTH - MARGIN, top + LABEL + BAR);
        for (Overlap overlap : Overlap.drawn(Overlap.in(picture.lanes()), scale.millisOf(THINNEST))) {
            String kind = overlap.bothValid() ? "twice" : "past";
            box(svg, kind + " veil", overlap.fromMs(), overlap.toMs(), lanesTop, top - lanesTop);
            title(
                    box(svg, kind, overlap.fromMs(), overlap.toMs(), top + LABEL, BAR),
                    "two inside from " + Amounts.moment(overlap.fromMs()) + " to " + Amounts.moment(overlap.toMs()));
        }
    }

    private void axis(Element svg) {
        double step = scale.stepMs();
        for (double at = 0; at <= picture.durationMs(); at += step) {
            double x = scale.x(at);
            line(svg, "tick", x, lanesEnd, x, lanesEnd + TICK);
            text(svg, "seconds", x, lanesEnd + AXIS - 6, scale.label(at));
        }
        line(svg, "tick", MARGIN, lanesEnd, WIDTH - MARGIN, lanesEnd);
    }

    private void flags(Element svg) {
        for (Flags.Flag flag : flags.all()) {
            double middle = flag.row() * FLAG + FLAG / 2;
            line(svg, "mark", flag.x(), middle, flag.x(), lanesEnd);
            svg.appendElement("circle")
                    .addClass("flag")
                    .attr("cx", number(flag.x()))
                    .attr("cy", number(middle))
                    .attr("r", number(FLAG / 2 - 2));
            text(svg, "number", flag.x(), middle + 4, String.valueOf(flag.number()));
        }
    }

    private Element box(Element svg, String kind, double fromMs, double toMs, double top, double height) {
        double x = scale.x(fromMs);
        return svg.appendElement("rect")
                .attr("class", kind)
                .attr("x", number(x))
                .attr("y", number(top))
                .attr("width", number(Math.max(THINNEST, scale.x(toMs) - x)))
                .attr("height", number(height));
    }

    private static void line(Element svg, String kind, double x1, double y1, double x2, double y2) {
        svg.appendElement("line")
                .addClass(kind)
                .attr("x1", number(x1))
                .attr("y1", number(y1))
                .attr("x2", number(x2))
                .attr("y2", number(y2));
    }

    private static void text(Element svg, String kind, double x, double y, String text) {
        svg.appendElement("text")
                .addClass(kind)
                .attr("x", number(x))
                .attr("y", number(y))
                .text(text);
    }

    /** What a mouse that rests there is told. */
    private static void title(Element shape, String text) {
        shape.appendElement("title").text(text);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
