package io.lockspi.rules.bad.cycle.b;

import io.lockspi.rules.bad.cycle.a.Here;
import org.jspecify.annotations.Nullable;

/** The other half. */
public record There(@Nullable Here here) {}
