package io.lockspi.tck;

/**
 * How another JVM on the same class path opens a subject. Immutable.
 *
 * @param opener a class with a public constructor without parameters
 * @param argument handed to it, over standard input, so it may be a secret; one line
 */
public record Elsewhere(Class<? extends SubjectOpener> opener, String argument) {}
