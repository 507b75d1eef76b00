/** Locks of other libraries as the kit's subjects, and what the kit finds. Never part of anything that is published. */
@org.jspecify.annotations.NullMarked
package io.lockspi.peers;
