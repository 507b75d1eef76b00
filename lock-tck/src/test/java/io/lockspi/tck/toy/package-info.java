/** A small back end over TCP, right in every respect, made so that one thing at a time can be broken. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.toy;
