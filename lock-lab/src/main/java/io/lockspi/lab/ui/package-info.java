/** How the lab talks to people: progress and the wording of errors. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.ui;
