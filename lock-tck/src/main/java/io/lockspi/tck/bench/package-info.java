/** What a rule works with: clients, threads, names and time, and the check that it leaves nothing behind. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.bench;
