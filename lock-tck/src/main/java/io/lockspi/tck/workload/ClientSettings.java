package io.lockspi.tck.workload;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What one process of a workload must know; travels as arguments of its JVM. Immutable.
 *
 * @param factory the class name of the {@link WorkloadClientFactory}
 * @param argument what the factory is given
 * @param runId of the history
 * @param directory where the histories are
 * @param witnessPort where the witness listens
 * @param process the number of this process, from 1
 * @param threads how many threads use the locks
 * @param locks how many locks there are
 * @param seed of the whole run
 * @param lease the longest lease that is asked for
 * @param work the longest time of work in a section, but for the few that outlast their lease
 * @param patience how long threads may take to end
 */
record ClientSettings(
        String factory,
        String argument,
        String runId,
        Path directory,
        int witnessPort,
        int process,
        int threads,
        int locks,
        long seed,
        Duration lease,
        Duration work,
        Duration patience) {

    String[] encode() {
        return new String[] {
            factory,
            argument,
            runId,
            directory.toString(),
            Integer.toString(witnessPort),
            Integer.toString(process),
            Integer.toString(threads),
            Integer.toString(locks),
            Long.toString(seed),
            lease.toString(),
            work.toString(),
            patience.toString()
        };
    }

    static ClientSettings decode(String[] words) {
        return new ClientSettings(
                words[0],
                words[1],
                words[2],
                Path.of(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]),
                Integer.parseInt(words[7]),
                Long.parseLong(words[8]),
                Duration.parse(words[9]),
                Duration.parse(words[10]),
                Duration.parse(words[11]));
    }
}
