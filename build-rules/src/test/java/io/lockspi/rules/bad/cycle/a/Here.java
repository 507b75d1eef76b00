package io.lockspi.rules.bad.cycle.a;

import io.lockspi.rules.bad.cycle.b.There;

/** Half of a cycle. */
public record Here(There there) {}
