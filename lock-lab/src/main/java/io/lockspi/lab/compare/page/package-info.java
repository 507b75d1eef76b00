/** The page of {@code lab compare}: a table to grasp at a glance, and a timeline of each experiment. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.compare.page;
