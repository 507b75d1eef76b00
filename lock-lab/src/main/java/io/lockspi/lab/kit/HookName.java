package io.lockspi.lab.kit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A hook that a user can give for servers of their own. */
public enum HookName {
    /** Takes a lock away inside the store. */
    EVICT,
    /** Ends a server at once. */
    KILL,
    /** Starts a killed server again. */
    RESTART,
    /** Makes a server stand still. */
    PAUSE,
    /** Lets a paused server go on. */
    RESUME;

    /** The hooks that are about servers; rules about servers need all of them. */
    static final List<HookName> OF_SERVERS = List.of(KILL, RESTART, PAUSE, RESUME);

    /** The name as it stands on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<HookName> of(String text) {
        return Arrays.stream(values())
                .filter(name -> name.text().equals(text.strip()))
                .findFirst();
    }

    @Override
    public String toString() {
        return text();
    }
}
