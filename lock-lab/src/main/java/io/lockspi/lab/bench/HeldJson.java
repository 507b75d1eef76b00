package io.lockspi.lab.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The part of the report for programs about locks that were only held. What was not measured is absent. */
final class HeldJson {
    private HeldJson() {}

    static void add(ObjectNode node, HeldResult result) {
        node.put("name", result.scenario().title());
        node.put("subject", result.subject().name());
        node.put("settings", result.subject().settings());
        node.put("locks", result.locks());
        node.put("leaseMs", result.scenario().lease().toMillis());
        if (result.failure() != null) {
            node.put("failure", result.failure());
            return;
        }
        node.put("lost", result.lost());
        BenchJson.put(node, "cores", result.cores());
        BenchJson.put(node, "leastCores", result.leastCores());
        BenchJson.put(node, "mostCores", result.mostCores());
        BenchJson.put(node, "bytesPerHeldLock", result.bytesPerHeldLock());
        BenchJson.put(node, "bytesPerReleasedLock", result.bytesPerReleasedLock());
        BenchJson.put(node, "bytesPerLockOfTables", result.bytesPerLockOfTables());
    }
}
