package io.lockspi.tck;

/** How binding a rule is. */
public enum Level {
    /** A back end that breaks it is incompatible. */
    MUST,
    /** A back end that breaks it is compatible, and the report says what it breaks. */
    SHOULD
}
