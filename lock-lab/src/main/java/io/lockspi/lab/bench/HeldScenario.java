package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Many locks of one JVM that are held and not contended, each under a name of its own. */
public enum HeldScenario {
    /** What it costs to keep them. */
    RENEWED("held-renewed", "10,000 locks held with a lease of 3 s", 10_000, Duration.ofSeconds(3)),
    /** What room they take; the lease is so long that no renewal disturbs it. */
    HEAP("held-heap", "the heap of 100,000 locks", 100_000, Duration.ofMinutes(10));

    private static final int QUICK_PART = 20;
    private static final List<String> SUBJECTS = List.of(Subject.OURS, Subject.RLOCK);

    private final String title;
    private final String description;
    private final int locks;
    private final Duration lease;

    HeldScenario(String title, String description, int locks, Duration lease) {
        this.title = title;
        this.description = description;
        this.locks = locks;
        this.lease = lease;
    }

    /**
     * Its name.
     *
     * @return as on the command line and in reports
     */
    public String title() {
        return title;
    }

    String description() {
        return description;
    }

    /** How many: fewer if nobody is to look at the figures. */
    int locks(boolean quick) {
        return quick ? locks / QUICK_PART : locks;
    }

    Duration lease() {
        return lease;
    }

    /**
     * Whether a subject can take part: it must keep a lock for as long as it is held.
     *
     * @param subject the subject
     * @return false if there is nothing to compare
     */
    public boolean suits(Subject subject) {
        return SUBJECTS.contains(subject.name());
    }

    /**
     * The scenario of a name.
     *
     * @param name its name
     * @return empty if there is none
     */
    public static Optional<HeldScenario> named(String name) {
        return List.of(values()).stream()
                .filter(scenario -> scenario.title.equals(name))
                .findFirst();
    }
}
