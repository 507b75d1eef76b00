package io.lockspi.tck.history;

import java.util.Comparator;
import java.util.List;

/** Checks the fencing tokens of one lock. None of the checks needs a clock that is right, only one that does not go back. */
final class TokenChecks {
    private static final Comparator<Section> BY_INVOCATION = Comparator.comparingLong(Section::invoked);

    private static final Comparator<Section> BY_TOKEN = Comparator.comparingLong(Section::token);

    private final List<Section> all;
    private final List<Section> sections;
    private final Findings findings;

    /** Takes all sections of a lock by start. */
    TokenChecks(List<Section> all, Findings findings) {
        this.all = all;
        this.sections = all.stream().filter(section -> section.token() != 0).toList();
        this.findings = findings;
    }

    void run(CheckOptions options) {
        if (options.tokensRequired()) {
            present();
        }
        unique();
        realTimeOrder();
        holdOrder();
        new BatchCheck(sections, findings).run(options.blockSize());
    }

    private void present() {
        for (Section section : all) {
            if (section.token() == 0 && section.believed()) {
                findings.add(new Violation(
                        ViolationKind.TOKEN_MISSING,
                        section.lock(),
                        section + " has none",
                        section.start(),
                        section.end(),
                        List.of(section)));
            }
        }
    }

    private void unique() {
        Section last = null;
        for (Section section : sections.stream().sorted(BY_TOKEN).toList()) {
            if (last != null && last.token() == section.token()) {
                report(ViolationKind.TOKEN_REPEATED, last, section);
            }
            last = section;
        }
    }

    /** Whoever asked after another one had been served must get a higher token. */
    private void realTimeOrder() {
        List<Section> byInvocation = sections.stream().sorted(BY_INVOCATION).toList();
        int served = 0;
        Section highest = null;
        for (Section section : byInvocation) {
            while (served < sections.size() && sections.get(served).start() < section.invoked()) {
                highest = higher(highest, sections.get(served));
                served++;
            }
            if (highest != null && section.token() < highest.token()) {
                report(ViolationKind.TOKEN_BEHIND_EARLIER_ACQUIRE, highest, section);
            }
        }
    }

    /** Whoever counts on the lock after another one did must have a higher token, also if both had asked before. */
    private void holdOrder() {
        Section highest = null;
        for (Section section : sections) {
            if (section.believed()) {
                // One that had asked after the other was served has been reported already.
                if (highest != null && section.token() < highest.token() && section.invoked() <= highest.start()) {
                    report(ViolationKind.TOKEN_BEHIND_EARLIER_HOLDER, highest, section);
                }
                highest = higher(highest, section);
            }
        }
    }

    private static Section higher(@org.jspecify.annotations.Nullable Section one, Section other) {
        return one == null || other.token() > one.token() ? other : one;
    }

    private void report(ViolationKind kind, Section earlier, Section later) {
        findings.add(new Violation(
                kind,
                later.lock(),
                later.who() + " got token " + later.token() + " after " + earlier.who() + " had " + earlier.token(),
                Math.min(earlier.start(), later.start()),
                Math.max(earlier.start(), later.start()),
                List.of(earlier, later)));
    }
}
