package io.lockspi.tck.witness;

/** What the witness keeps for one lock. Not thread-safe. */
final class Registers {
    final GuardedRegister guarded = new GuardedRegister();
    long raw;
}
