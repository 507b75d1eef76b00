/** What the benchmark measures: our locks, those of others, and the bare commands. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.bench.subject;
