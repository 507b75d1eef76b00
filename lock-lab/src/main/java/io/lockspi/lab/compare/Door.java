package io.lockspi.lab.compare;

/**
 * How one client reaches the servers. Immutable.
 *
 * @param uri the lock service's
 * @param detours {@code host:port=port} for each address that is reached otherwise, by commas; may be empty
 */
record Door(String uri, String detours) {}
