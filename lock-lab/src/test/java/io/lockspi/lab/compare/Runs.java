package io.lockspi.lab.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs with figures made up by hand. */
final class Runs {
    private static final RunPicture PICTURE = new RunPicture(0, List.of(), List.of(), null);

    private Runs() {}

    /** One in which nothing is wrong, and the holder kept its lock. */
    static RunFigures good() {
        return of(0, 0, 0, null);
    }

    static RunFigures v1(long count) {
        return of(count, 0, 0, null);
    }

    /** One whose holder lost its lock, and was refused. */
    static RunFigures refused(@Nullable Double toldMs, long refused) {
        return of(0, 0, refused, toldMs);
    }

    static RunFigures staleWritesAccepted(long accepted) {
        return of(0, accepted, 0, null);
    }

    private static RunFigures of(long v1, long stale, long refused, @Nullable Double toldMs) {
        return new RunFigures(10, v1, 1, 2.5, stale, refused, toldMs, 50.0, 1, 0, null, true, List.of(), PICTURE);
    }

    static RunFigures grants(@Nullable Long whileLost) {
        return new RunFigures(10, 0, 0, 0, 0, 0, null, 50.0, 0, 0, whileLost, true, List.of(), PICTURE);
    }

    static RunFigures lockedOut(@Nullable Double millis) {
        return new RunFigures(10, 0, 0, 0, 0, 0, null, millis, 0, 0, null, true, List.of(), PICTURE);
    }

    static RunFigures regressionsAndStuck(long regressions, boolean allWentOn) {
        return new RunFigures(
                10, 0, 0, 0, 0, 0, null, 50.0, 0, regressions, null, allWentOn, List.of("A remark"), PICTURE);
    }
}
