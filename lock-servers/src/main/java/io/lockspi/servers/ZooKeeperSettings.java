package io.lockspi.servers;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How the servers of an ensemble are to be started; the builder's values, unchangeable. */
record ZooKeeperSettings(
        ServerSource source,
        int size,
        Duration tick,
        boolean clientProxies,
        boolean peerProxies,
        List<String> lines,
        Map<String, String> properties) {}
