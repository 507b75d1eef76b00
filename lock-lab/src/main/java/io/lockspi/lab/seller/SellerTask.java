package io.lockspi.lab.seller;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a seller is told when its JVM starts. Immutable. The lock service's URI is not part of it: it may hold a password,
 * and arguments show in the list of processes.
 *
 * @param seller the seller's number, from 1
 * @param stockPort the stock server's port
 * @param trains the number of trains
 * @param think how long a sale takes between read and write
 * @param openingThink how long the first one takes
 * @param lockPrefix what the names of this run's locks start with
 * @param lease the lease of the locks, {@code null} to sell without locks
 */
public record SellerTask(
        int seller,
        int stockPort,
        int trains,
        Duration think,
        Duration openingThink,
        String lockPrefix,
        @Nullable Duration lease) {

    /**
     * The task as command line arguments.
     *
     * @return what {@link #parse} reads
     */
    public List<String> toArguments() {
        return List.of(
                "seller=" + seller,
                "stockPort=" + stockPort,
                "trains=" + trains,
                "think=" + think,
                "openingThink=" + openingThink,
                "lockPrefix=" + lockPrefix,
                "lease=" + (lease == null ? "" : lease.toString()));
    }

    /**
     * Reads a task.
     *
     * @param arguments what {@link #toArguments} made
     * @return the task
     */
    public static SellerTask parse(List<String> arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        String lease = need(values, "lease");
        return new SellerTask(
                Integer.parseInt(need(values, "seller")),
                Integer.parseInt(need(values, "stockPort")),
                Integer.parseInt(need(values, "trains")),
                Duration.parse(need(values, "think")),
                Duration.parse(need(values, "openingThink")),
                need(values, "lockPrefix"),
                lease.isEmpty() ? null : Duration.parse(lease));
    }

    private static String need(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the seller's argument " + name + " is missing");
        }
        return value;
    }

    /**
     * The name of a train's lock.
     *
     * @param train the train's number, from 1
     * @return the same in every seller of a run, and in no other run
     */
    public String lockName(int train) {
        return lockPrefix + "/train-" + train;
    }
}
