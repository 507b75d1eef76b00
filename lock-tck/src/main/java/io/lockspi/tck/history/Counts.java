package io.lockspi.tck.history;

/** How often each thing happened; filled while a history is read. Not thread-safe. */
final class Counts {
    long invoked;
    long acquired;
    long notAcquired;
    long acquireUnknown;
    long lost;
    long released;
    long releaseFailed;
    long releaseUnknown;
}
