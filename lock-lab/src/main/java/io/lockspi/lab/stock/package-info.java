/** The ticket office's shared stock: a store without locking of its own, its server and its client. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.stock;
