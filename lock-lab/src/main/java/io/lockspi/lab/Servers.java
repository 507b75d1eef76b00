package io.lockspi.lab;

import io.lockspi.servers.ServerSource;

/** What {@code --servers} can say. */
enum Servers {
    /** Child processes: a program on the path, or else the packaged one. */
    LOCAL(ServerSource.AUTO),
    /** Containers, for which a container engine must run. */
    CONTAINERS(ServerSource.CONTAINERS);

    private final ServerSource source;

    Servers(ServerSource source) {
        this.source = source;
    }

    ServerSource source() {
        return source;
    }
}
