package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.RunPicture.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * What is drawn as one piece: a section, or many short ones that are too close together to be told apart.
 *
 * @param first the first of them
 * @param last the last of them
 * @param sections how many
 */
record Stroke(Span first, Span last, long sections) {

    /**
     * The strokes of a lane.
     *
     * @param spans by time
     * @param resolutionMs what is closer together is one stroke
     */
    static List<Stroke> of(List<Span> spans, double resolutionMs) {
        List<Stroke> strokes = new ArrayList<>();
        for (Span span : spans) {
            Stroke before = strokes.isEmpty() ? null : strokes.get(strokes.size() - 1);
            if (before != null
                    && before.kind() == span.kind()
                    && span.fromMs() - before.last().toMs() < resolutionMs) {
                strokes.set(strokes.size() - 1, before.and(span));
            } else {
                strokes.add(new Stroke(span, span, 1));
            }
        }
        return strokes;
    }

    private Stroke and(Span span) {
        return new Stroke(first, span, span.token() == last.token() ? sections : sections + 1);
    }

    Kind kind() {
        return first.kind();
    }

    /** It in words. */
    String text() {
        String time = Amounts.moment(first.fromMs()) + " to " + Amounts.moment(last.toMs());
        if (sections > 1) {
            return Amounts.count(sections, "section") + " from " + time + ", tokens " + first.token() + " to "
                    + last.token();
        }
        String deadline = kind() == Kind.VALID ? ", valid until " : ", past its deadline of ";
        return "token " + first.token() + ", inside from " + time + deadline + Amounts.moment(last.deadlineMs());
    }
}
