package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Experiment;
import org.jspecify.annotations.Nullable;

/** What an experiment comes to, the worst first. */
enum Outcome {
    /** The last line of defence did not hold. */
    HARM("harm"),
    /** V1. */
    HELD_TWICE("held-twice"),
    /** V2 and no V1. */
    ZOMBIE("zombie"),
    /** Neither. */
    SAFE("safe"),
    /** Nothing is known. */
    NOT_MEASURED("not-measured");

    private final String css;

    Outcome(String css) {
        this.css = css;
    }

    /** Its class in the style sheet, and the name of its symbol. */
    String css() {
        return css;
    }

    /** What an experiment comes to, or what it means that there is none. */
    static Outcome of(@Nullable Experiment experiment) {
        if (experiment == null || !experiment.isMeasured()) {
            return NOT_MEASURED;
        }
        if (experiment.staleWritesAccepted() > 0 || experiment.tokenRegressions() > 0) {
            return HARM;
        }
        if (experiment.v1() > 0) {
            return HELD_TWICE;
        }
        return experiment.v2() > 0 ? ZOMBIE : SAFE;
    }

    /** It in a word or two. */
    String word(@Nullable Experiment experiment) {
        return switch (this) {
            case HARM ->
                experiment != null && experiment.staleWritesAccepted() > 0
                        ? "stale write accepted"
                        : "tokens did not rise";
            case HELD_TWICE -> "held twice";
            case ZOMBIE ->
                experiment != null && experiment.staleWritesRefused() > 0 ? "zombie, fenced" : "zombie, wrote nothing";
            case SAFE -> "safe";
            case NOT_MEASURED -> "not measured";
        };
    }
}
