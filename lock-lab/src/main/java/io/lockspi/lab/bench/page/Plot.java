package io.lockspi.lab.bench.page;

/**
 * A picture. Immutable.
 *
 * @param scenario what it shows
 * @param title what it shows of it
 * @param file the name of its file
 * @param svg its text
 */
public record Plot(String scenario, String title, String file, String svg) {}
