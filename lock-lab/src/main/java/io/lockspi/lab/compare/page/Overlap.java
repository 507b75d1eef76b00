package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.RunPicture.Lane;
import io.lockspi.lab.compare.RunPicture.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A stretch of time in which two clients were inside.
 *
 * @param first who was inside before
 * @param second who came
 * @param fromMs when the second one came, in milliseconds
 * @param toMs when one of them left
 * @param bothValid whether the deadlines of both were ahead
 */
record Overlap(String first, String second, double fromMs, double toMs, boolean bothValid) {

    private record Stay(int client, String label, Span span) {
        boolean isOver(double moment) {
            return span.toMs() <= moment;
        }
    }

    /** All of them, by time: one sweep over what the clients did. */
    static List<Overlap> in(List<Lane> lanes) {
        List<Stay> stays = new ArrayList<>();
        for (int client = 0; client < lanes.size(); client++) {
            for (Span span : lanes.get(client).spans()) {
                stays.add(new Stay(client, lanes.get(client).label(), span));
            }
        }
        stays.sort(Comparator.comparingDouble(stay -> stay.span().fromMs()));
        List<Overlap> overlaps = new ArrayList<>();
        List<Stay> inside = new ArrayList<>();
        for (Stay next : stays) {
            inside.removeIf(stay -> stay.isOver(next.span().fromMs()));
            inside.stream()
                    .filter(stay -> stay.client() != next.client())
                    .forEach(stay -> overlaps.add(between(stay, next)));
            inside.add(next);
        }
        return overlaps;
    }

    /**
     * Those that can be told apart on a picture: each may stand for several.
     *
     * @param overlaps by time
     * @param resolutionMs what is closer together is one
     */
    static List<Overlap> drawn(List<Overlap> overlaps, double resolutionMs) {
        List<Overlap> drawn = new ArrayList<>();
        for (Overlap next : overlaps) {
            Overlap before = drawn.isEmpty() ? null : drawn.get(drawn.size() - 1);
            if (before != null && before.bothValid == next.bothValid && next.fromMs - before.toMs < resolutionMs) {
                drawn.set(drawn.size() - 1, before.until(Math.max(before.toMs, next.toMs)));
            } else {
                drawn.add(next);
            }
        }
        return drawn;
    }

    private Overlap until(double end) {
        return new Overlap(first, second, fromMs, end, bothValid);
    }

    private static Overlap between(Stay first, Stay second) {
        return new Overlap(
                first.label(),
                second.label(),
                second.span().fromMs(),
                Math.min(first.span().toMs(), second.span().toMs()),
                first.span().kind() == Kind.VALID && second.span().kind() == Kind.VALID);
    }
}
