/**
 * What a run did, event by event, and the checker that decides from it whether a lock kept its promises.
 *
 * <p>Each process writes a file of its own; the files of a run are merged by time. All processes must share one monotonic
 * clock, as the processes of one Linux machine do. Nothing here depends on a test framework or on a back end.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.history;
