/** Shows a report of the benchmark, read from its JSON, as pictures and as tables of a page. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.bench.page;
