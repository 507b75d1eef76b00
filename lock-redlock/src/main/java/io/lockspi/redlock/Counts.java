package io.lockspi.redlock;

import java.util.concurrent.atomic.LongAdder;

/** Counts. Thread-safe. */
final class Counts implements RedlockStatistics {
    final LongAdder grants = new LongAdder();
    final LongAdder oneRoundTrip = new LongAdder();
    final LongAdder splits = new LongAdder();
    final LongAdder repairs = new LongAdder();
    final LongAdder copies = new LongAdder();

    @Override
    public long grants() {
        return grants.sum();
    }

    @Override
    public long oneRoundTripGrants() {
        return oneRoundTrip.sum();
    }

    @Override
    public long splitVotes() {
        return splits.sum();
    }

    @Override
    public long repairs() {
        return repairs.sum();
    }

    @Override
    public long counterCopies() {
        return copies.sum();
    }
}
