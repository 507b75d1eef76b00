package io.lockspi.lab.elect;

import java.time.Duration;
import java.util.List;

/**
 * How long it took until the next one led. Immutable.
 *
 * @param resignations one time for each, in order
 * @param pause after the leader was stopped
 * @param close after the leader began to close its service
 * @param kill after the leader was killed
 */
record HandOvers(List<Duration> resignations, Duration pause, Duration close, Duration kill) {

    Duration median() {
        return resignations.stream().sorted().toList().get(resignations.size() / 2);
    }

    Duration longest() {
        return resignations.stream().sorted().toList().get(resignations.size() - 1);
    }
}
