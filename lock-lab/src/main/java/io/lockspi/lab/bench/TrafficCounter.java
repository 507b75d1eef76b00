package io.lockspi.lab.bench;

import io.lockspi.lab.bench.worker.Witness;
import io.lockspi.servers.RedisMonitor;
import io.lockspi.servers.RedisProbe;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts at the server, in the middle of a round, what clients send and how many of them each message reaches. */
final class TrafficCounter {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    /** Commands of scripts are shown with {@code lua} in place of the client's address. */
    private static final Pattern BY_CLIENT = Pattern.compile("^[0-9.]+ \\[\\d+ (?!lua\\]).*");

    private static final Pattern PUBLISHED =
            Pattern.compile("\\] \"s?publish\" \"((?:[^\"\\\\]|\\\\.)*)\"", Pattern.CASE_INSENSITIVE);

    private TrafficCounter() {}

    /**
     * Counts during the middle half of a round that has just begun.
     *
     * @throws BenchFailedException if the lock went to no other client in that time
     */
    static Traffic count(RedisServer server, Witness witness, Duration round) {
        pass(round.dividedBy(4));
        long before;
        long after;
        List<String> lines;
        try (RedisMonitor monitor = server.monitor()) {
            before = witness.handOvers();
            pass(round.dividedBy(2));
            after = witness.handOvers();
            lines = monitor.lines();
        }
        if (after == before) {
            throw new BenchFailedException("the lock went from no client to another while the server was watched");
        }
        long commands =
                lines.stream().filter(line -> BY_CLIENT.matcher(line).matches()).count();
        return new Traffic(after - before, commands, told(server, publications(lines)));
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** How often each channel was published to. */
    static Map<String, Long> publications(List<String> lines) {
        Map<String, Long> publications = new TreeMap<>();
        for (String line : lines) {
            Matcher matcher = PUBLISHED.matcher(line);
            if (matcher.find()) {
                publications.merge(matcher.group(1), 1L, Long::sum);
            }
        }
        return publications;
    }

    private static long told(RedisServer server, Map<String, Long> publications) {
        long told = 0;
        try (RedisProbe probe = server.connect(ANSWER_LIMIT)) {
            for (Map.Entry<String, Long> published : publications.entrySet()) {
                told += published.getValue() * subscribers(probe, published.getKey());
            }
        }
        return told;
    }

    private static long subscribers(RedisProbe probe, String channel) {
        List<?> answer = (List<?>) probe.command("PUBSUB", "NUMSUB", channel);
        return answer == null ? 0 : Long.parseLong(String.valueOf(answer.get(1)));
    }
}
