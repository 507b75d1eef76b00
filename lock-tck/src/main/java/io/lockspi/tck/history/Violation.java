package io.lockspi.tck.history;

import java.util.List;

/**
 * Something that is wrong with a history. Immutable.
 *
 * @param kind what kind of thing
 * @param lock the lock's name
 * @param message what exactly, in one sentence
 * @param from where the offending stretch begins, in nanoseconds of the history
 * @param to where it ends
 * @param sections the sections that it is about
 */
public record Violation(ViolationKind kind, String lock, String message, long from, long to, List<Section> sections) {

    /** How long the offending stretch is, in nanoseconds. */
    public long length() {
        return to - from;
    }
}
