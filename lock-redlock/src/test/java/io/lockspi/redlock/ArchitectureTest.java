package io.lockspi.redlock;

import io.lockspi.rules.ModuleRules;
import java.util.Set;

/** The rules of the house, on this module. */
class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(20, Set.of("io.lockspi.redlock.RedlockService"), Set.of()); // the wall clock seeds token counters
    }
}
