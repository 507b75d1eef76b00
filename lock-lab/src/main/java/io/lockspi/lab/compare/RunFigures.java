package io.lockspi.lab.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run was measured at; see {@link Experiment} for the figures. Immutable.
 *
 * @param allWentOn whether every client that lives had the lock again at the end
 * @param remarks what a reader must know of the figures, one sentence each
 */
record RunFigures(
        long sections,
        long v1,
        long v2,
        double longestOverlapMs,
        long staleWritesAccepted,
        long staleWritesRefused,
        @Nullable Double holderToldMs,
        @Nullable Double lockoutMs,
        long unknown,
        long tokenRegressions,
        @Nullable Long grantsWhileLost,
        boolean allWentOn,
        List<String> remarks,
        RunPicture picture) {}
