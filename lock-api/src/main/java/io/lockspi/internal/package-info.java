/** The engine, written once for all back ends. Not exported. */
@org.jspecify.annotations.NullMarked
package io.lockspi.internal;
