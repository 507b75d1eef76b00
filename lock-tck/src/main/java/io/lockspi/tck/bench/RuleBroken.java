package io.lockspi.tck.bench;

import java.io.Serial;

/** The subject has broken the rule that runs. */
public final class RuleBroken extends AssertionError {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Makes an error.
     *
     * @param message what was promised and what happened
     */
    public RuleBroken(String message) {
        super(message);
    }

    /** Makes an error with the subject's own failure as its cause. */
    public RuleBroken(String message, Throwable cause) {
        super(message, cause);
    }
}
