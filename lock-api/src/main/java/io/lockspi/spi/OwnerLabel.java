package io.lockspi.spi;

/**
 * Who a holder is, for people: stored beside the claim and shown by {@code inspect}. Says nothing about ownership.
 *
 * @param host the machine's name
 * @param pid the process id
 * @param application the application's name, from the option {@code application}; may be empty
 */
public record OwnerLabel(String host, long pid, String application) {}
