package io.lockspi.lab.bench;

/**
 * What the server saw during a part of a round. Immutable.
 *
 * @param handOvers how often the lock went from one client to another
 * @param commands what the clients sent, everything included
 * @param told how many clients heard the published messages, a client counted once for each
 */
record Traffic(long handOvers, long commands, long told) {
    double commandsPerHandOver() {
        return (double) commands / handOvers;
    }

    double toldPerHandOver() {
        return (double) told / handOvers;
    }
}
