/** What runs in the JVM of one candidate of {@code lab elect}. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.candidate;
