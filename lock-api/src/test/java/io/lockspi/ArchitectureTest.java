package io.lockspi;

import io.lockspi.rules.ModuleRules;
import java.util.Set;

/** The rules of the house, on this module. */
class ArchitectureTest extends ModuleRules {
    private static final Set<String> CLOCKS = Set.of("io.lockspi.internal.SystemTime");

    /** What applications call; everything else in io.lockspi is a value or an interface, and depends on nothing behind. */
    private static final Set<String> FACADES = Set.of(
            "io.lockspi.LockService",
            "io.lockspi.LockConfig",
            "io.lockspi.InMemoryFencedGuard",
            "io.lockspi.JdbcFencedGuard");

    ArchitectureTest() {
        super(80, CLOCKS, FACADES);
    }
}
