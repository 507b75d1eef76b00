package io.lockspi.zookeeper;

import io.lockspi.rules.ModuleRules;

/** The rules of the house, on this module. */
class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(20);
    }
}
