/** The lab's command line. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab;
