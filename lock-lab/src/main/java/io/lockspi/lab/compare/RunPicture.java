package io.lockspi.lab.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run, to be drawn as a timeline. All times are milliseconds since the picture's beginning, a little before the fault.
 * Immutable.
 *
 * @param durationMs how long the picture is
 * @param lanes one for each client
 * @param marks the steps of the fault, by time
 * @param lockout when nobody could lock; null if that was not measured or too short to be seen
 */
public record RunPicture(
        double durationMs,
        List<Lane> lanes,
        List<Mark> marks,
        @Nullable Gap lockout) {

    /** Copies the lists. */
    public RunPicture {
        lanes = List.copyOf(lanes);
        marks = List.copyOf(marks);
    }

    /**
     * What one client did.
     *
     * @param label who, such as {@code client 1 (holder)}
     * @param spans when it was inside, by time; one that outlived its deadline is two spans of the same token
     */
    public record Lane(String label, List<Span> spans) {
        /** Copies the list. */
        public Lane {
            spans = List.copyOf(spans);
        }
    }

    /**
     * A stretch of time in which a client was inside a section.
     *
     * @param fromMs its beginning, not below 0
     * @param toMs its end, not beyond the picture's
     * @param token the fencing token of the section
     * @param deadlineMs the last deadline that the client knew; may lie beyond the picture
     * @param kind whether that deadline was ahead
     */
    public record Span(double fromMs, double toMs, long token, double deadlineMs, Kind kind) {}

    /** Whether a client that is inside may still believe in its claim. */
    public enum Kind {
        /** The deadline is ahead. */
        VALID,
        /** The deadline has passed: a zombie, which the token must make harmless. */
        PAST_DEADLINE
    }

    /**
     * Something that happened at one moment.
     *
     * @param atMs when
     * @param text what, in a few words
     */
    public record Mark(double atMs, String text) {}

    /**
     * A stretch of time.
     *
     * @param fromMs its beginning
     * @param toMs its end
     */
    public record Gap(double fromMs, double toMs) {}
}
