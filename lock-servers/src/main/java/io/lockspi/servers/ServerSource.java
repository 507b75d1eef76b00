package io.lockspi.servers;

import java.util.Arrays;
import java.util.Locale;

/** Where the program of a server comes from. */
public enum ServerSource {
    /** {@link #LOCAL} when a recent enough program is found, else {@link #PACKAGED}. */
    AUTO,

    /** A program on the {@code PATH}. */
    LOCAL,

    /** The program that is packaged in a Maven artifact, on the class path. */
    PACKAGED,

    /** A container; needs Testcontainers on the class path and a Docker daemon. */
    CONTAINERS;

    /** The system property that chooses, by the name of a constant in any case. */
    public static final String PROPERTY = "lockspi.servers";

    /**
     * Returns the choice that the system property {@value #PROPERTY} makes; {@link #AUTO} when it is not set.
     *
     * @throws IllegalArgumentException if its value is none of the names
     */
    public static ServerSource configured() {
        String value = System.getProperty(PROPERTY, "auto");
        return Arrays.stream(values())
                .filter(source -> source.name().equals(value.strip().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("System property " + PROPERTY + " is '" + value
                        + "'; it can be one of auto, local, packaged, containers"));
    }
}
