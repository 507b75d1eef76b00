/** What applications use: services, locks, handles, elections and their exceptions. */
@org.jspecify.annotations.NullMarked
package io.lockspi;
