/** The benchmark: scenarios, rounds, ratios and the report. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.bench;
