package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one server of a cluster believes: the answer to CLUSTER NODES. Immutable.
 *
 * @param masters the masters that serve slots
 */
record ClusterView(List<Master> masters) {
    private static final int ADDRESS = 1;
    private static final int FLAGS = 2;
    private static final int MASTER_ID = 3;
    private static final int EPOCH = 6;
    private static final int FIRST_SLOTS = 8;

    /**
     * A master.
     *
     * @param route how it is reached, and how many replicas it has
     * @param epoch when it got its slots: of two servers that claim a slot, the one with the higher epoch has it
     * @param slots first and last of each range
     */
    record Master(Route route, long epoch, List<int[]> slots) {}

    /**
     * Reads an answer.
     *
     * @param text one line for each server
     * @param asked who gave it, and may not know its own address
     */
    static ClusterView parse(String text, LockConfig.Host asked) {
        List<List<String>> lines =
                text.lines().map(line -> List.of(line.split(" ", -1))).toList();
        Map<String, Integer> replicas = new HashMap<>();
        for (List<String> words : lines) {
            if (words.size() >= FIRST_SLOTS && flags(words).contains("slave")) {
                replicas.merge(words.get(MASTER_ID), 1, Integer::sum);
            }
        }
        List<Master> masters = new ArrayList<>();
        for (List<String> words : lines) {
            if (words.size() > FIRST_SLOTS && serves(flags(words))) {
                Route route = new Route(host(words.get(ADDRESS), asked), replicas.getOrDefault(words.get(0), 0));
                masters.add(new Master(route, Long.parseLong(words.get(EPOCH)), slots(words)));
            }
        }
        return new ClusterView(masters);
    }

    private static Set<String> flags(List<String> words) {
        return Set.of(words.get(FLAGS).split(",", -1));
    }

    /** A server that only one other believes to be dead is asked all the same; it knows better. */
    private static boolean serves(Set<String> flags) {
        return flags.contains("master") && !flags.contains("fail") && !flags.contains("noaddr");
    }

    /** {@code ip:port@bus-port[,hostname]}, where the address may be missing. */
    private static LockConfig.Host host(String word, LockConfig.Host asked) {
        int end = word.indexOf('@');
        String address = end < 0 ? word : word.substring(0, end);
        int colon = address.lastIndexOf(':');
        String name = address.substring(0, colon);
        return new LockConfig.Host(
                name.isEmpty() ? asked.name() : name, Integer.parseInt(address.substring(colon + 1)));
    }

    private static List<int[]> slots(List<String> words) {
        List<int[]> ranges = new ArrayList<>();
        for (String word : words.subList(FIRST_SLOTS, words.size())) {
            // Those in brackets are on their way; their old master serves them until they have arrived.
            if (!word.startsWith("[") && !word.isEmpty()) {
                int dash = word.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? word : word.substring(0, dash));
                int last = dash < 0 ? first : Integer.parseInt(word.substring(dash + 1));
                ranges.add(new int[] {first, last});
            }
        }
        return ranges;
    }

    /** For each slot the master of the newest epoch that any of the views knows. */
    static Routes newest(List<ClusterView> views) {
        @Nullable Route[] routes = new @Nullable Route[Routes.SLOTS];
        long[] epochs = new long[Routes.SLOTS];
        for (ClusterView view : views) {
            for (Master master : view.masters()) {
                for (int[] range : master.slots()) {
                    for (int slot = range[0]; slot <= range[1]; slot++) {
                        if (routes[slot] == null || master.epoch() > epochs[slot]) {
                            routes[slot] = master.route();
                            epochs[slot] = master.epoch();
                        }
                    }
                }
            }
        }
        return Routes.bySlot(routes);
    }
}
