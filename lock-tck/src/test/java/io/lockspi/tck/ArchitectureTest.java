package io.lockspi.tck;

import io.lockspi.rules.ModuleRules;
import java.util.Set;

/** The rules of the house, on this module. */
class ArchitectureTest extends ModuleRules {
    private static final String FAULT = "io.lockspi.tck.fault.";

    /** The kit's clock, that of recorded histories, and the fault package, which stands on its own and depends on nothing of ours. */
    private static final Set<String> CLOCKS = Set.of(
            "io.lockspi.tck.bench.Ticker",
            "io.lockspi.tck.history.HostClock",
            FAULT + "Lane",
            FAULT + "ProcessControl",
            FAULT + "ProxyConnection",
            FAULT + "ProxyThreads");

    /** The entrances, which hide the runner behind them. */
    private static final Set<String> FACADES = Set.of("io.lockspi.tck.Tck", "io.lockspi.tck.LockTck");

    ArchitectureTest() {
        super(90, CLOCKS, FACADES);
    }
}
