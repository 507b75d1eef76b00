package io.lockspi.tck;

/** What became of one rule. */
public enum RuleState {
    /** It ran, and the promise was kept. */
    PASS,
    /** It ran, and the promise was broken; the message says how. */
    FAIL,
    /** The capability is not declared, and what must be refused then was refused. */
    UNSUPPORTED,
    /** It did not run, for want of a hook or on this platform. */
    NOT_RUN,
    /** It ran and was broken, as the subject had declared. */
    DEVIATION
}
