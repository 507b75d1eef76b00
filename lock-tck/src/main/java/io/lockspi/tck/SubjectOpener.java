package io.lockspi.tck;

/** Opens a subject in another JVM. Implementations have a public constructor without parameters. */
public interface SubjectOpener {

    /**
     * Opens the subject; it needs no eviction, network or nodes there.
     *
     * @param argument what {@link Elsewhere#argument} said
     * @return the subject
     */
    Subject open(String argument);
}
