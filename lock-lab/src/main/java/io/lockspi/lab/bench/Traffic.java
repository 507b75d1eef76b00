package io.lockspi.lab.bench;

/**
 * What the server saw of one whole round, from the first request to the last answer. Immutable.
 *
 * @param handOvers how often the lock went from one client to another
 * @param commands what the clients sent, everything included
 * @param polls those of the commands by which a waiter of ours only asked again
 * @param told how many clients heard the published messages, a client counted once for each; not a number if
 *     that was not seen
 */
public record Traffic(long handOvers, long commands, long polls, double told) {
    /** Polls apart. */
    double commandsPerHandOver() {
        return (double) (commands - polls) / handOvers;
    }

    double pollsPerHandOver() {
        return (double) polls / handOvers;
    }

    double toldPerHandOver() {
        return told / handOvers;
    }
}
