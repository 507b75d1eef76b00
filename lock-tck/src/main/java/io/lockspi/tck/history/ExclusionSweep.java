package io.lockspi.tck.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds sections of one lock that overlap.
 *
 * <p>A history of a mutex is linearizable if and only if the intervals from the return of each acquire to the invocation of
 * its release are disjoint: the hold of each contains its interval, and conversely each operation may take effect at the
 * interval's ends. So sorting and one look at each section decide, without a search. An acquire of unknown outcome may
 * never have taken effect and a failed attempt says nothing, so neither has an interval; a release of unknown outcome ends
 * its interval like any other.
 */
final class ExclusionSweep {
    private final Findings findings;
    private @Nullable Section longest;
    private @Nullable Section longestValid;
    private long longestOverlap;

    private ExclusionSweep(Findings findings) {
        this.findings = findings;
    }

    /**
     * Sweeps one lock.
     *
     * @param sections all of it, by start
     * @return the longest overlap in nanoseconds, 0 if there is none
     */
    static long sweep(List<Section> sections, Findings findings) {
        ExclusionSweep sweep = new ExclusionSweep(findings);
        sections.forEach(sweep::next);
        return sweep.longestOverlap;
    }

    private void next(Section section) {
        Section valid = longestValid;
        Section any = longest;
        if (valid != null && section.believed() && section.start() < valid.ownEnd()) {
            report(ViolationKind.TWO_VALID_HOLDERS, valid, section, Math.min(valid.ownEnd(), section.ownEnd()));
        } else if (any != null && section.start() < any.end()) {
            report(ViolationKind.ZOMBIE_HOLDER, any, section, Math.min(any.end(), section.end()));
        }
        if (any == null || section.end() > any.end()) {
            longest = section;
        }
        if (section.believed() && (valid == null || section.ownEnd() > valid.ownEnd())) {
            longestValid = section;
        }
    }

    private void report(ViolationKind kind, Section earlier, Section later, long until) {
        longestOverlap = Math.max(longestOverlap, until - later.start());
        findings.add(new Violation(
                kind,
                later.lock(),
                earlier + " and " + later + " held it together for " + Nanos.millis(until - later.start()),
                earlier.start(),
                until,
                List.of(earlier, later)));
    }
}
