/** Writes a report as JSON, Markdown and HTML. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.report;
