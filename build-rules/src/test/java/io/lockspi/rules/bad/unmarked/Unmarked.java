package io.lockspi.rules.bad.unmarked;

/** In a package without package-info. */
public final class Unmarked {}
