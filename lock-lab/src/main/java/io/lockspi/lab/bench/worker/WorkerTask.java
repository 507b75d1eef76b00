package io.lockspi.lab.bench.worker;

import java.util.List;

/**
 * What a worker's JVM is told when it starts. Immutable.
 *
 * @param subject the subject's name
 * @param lockName what its lock is called, or what the names of its locks begin with
 * @param witness the witness's file
 * @param slots how many locks there are, in all JVMs together
 * @param clients how many clients this JVM has
 * @param threads how many threads, dealt out to the clients in turn
 * @param firstThread the number of its first thread, counted over all JVMs, from 0
 * @param firstClient the number of its first client, counted over all JVMs, from 0
 * @param virtual whether its threads are virtual ones
 */
public record WorkerTask(
        String subject,
        String lockName,
        String witness,
        int slots,
        int clients,
        int threads,
        int firstThread,
        int firstClient,
        boolean virtual) {

    /**
     * The task as command line arguments.
     *
     * @return what {@link #parse} reads
     */
    public List<String> toArguments() {
        return List.of(
                subject,
                lockName,
                witness,
                String.valueOf(slots),
                String.valueOf(clients),
                String.valueOf(threads),
                String.valueOf(firstThread),
                String.valueOf(firstClient),
                String.valueOf(virtual));
    }

    /**
     * Reads a task.
     *
     * @param arguments what {@link #toArguments} made
     * @return the task
     */
    public static WorkerTask parse(List<String> arguments) {
        return new WorkerTask(
                arguments.get(0),
                arguments.get(1),
                arguments.get(2),
                Integer.parseInt(arguments.get(3)),
                Integer.parseInt(arguments.get(4)),
                Integer.parseInt(arguments.get(5)),
                Integer.parseInt(arguments.get(6)),
                Integer.parseInt(arguments.get(7)),
                Boolean.parseBoolean(arguments.get(8)));
    }

    /** The number of the lock of a thread of this JVM: all share one, or each has its own. */
    int slot(int thread) {
        return slots == 1 ? 0 : firstThread + thread;
    }

    /** The name of a lock. */
    String lockName(int slot) {
        return slots == 1 ? lockName : lockName + "/" + slot;
    }
}
