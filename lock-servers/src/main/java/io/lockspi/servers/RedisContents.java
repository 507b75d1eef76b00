package io.lockspi.servers;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a Redis server has stored, without the moment at which it was stored, so that what two ways of doing the same leave
 * behind can be compared. Immutable.
 */
public final class RedisContents {
    /** The server's clock in milliseconds or microseconds. */
    private static final Pattern LARGE_NUMBER = Pattern.compile("\\b\\d{13,}\\b");

    private static final long NEAR_MILLIS = 3_600_000;
    private static final long TTL_STEP_MILLIS = 10_000;

    private static final String READ = """
            local all = {}
            for i, key in ipairs(redis.call('KEYS', '*')) do
              local kind = redis.call('TYPE', key).ok
              local read = ({
                string = {'GET', key},
                list = {'LRANGE', key, 0, -1},
                zset = {'ZRANGE', key, 0, -1, 'WITHSCORES'},
                hash = {'HGETALL', key}
              })[kind]
              all[i] = {key, kind, redis.call(unpack(read)), redis.call('PTTL', key)}
            end
            return all""";

    private final RedisServer server;
    private final double startMillis;

    /**
     * Takes the server's clock as it stands for the present.
     *
     * @param server which is only read
     */
    public RedisContents(RedisServer server) {
        this.server = server;
        List<?> time = (List<?>) Objects.requireNonNull(server.command("TIME"));
        this.startMillis = Double.parseDouble(String.valueOf(time.get(0))) * 1_000;
    }

    /**
     * Reads everything. For small stores of strings, lists, sorted sets and hashes.
     *
     * @return by key: its type, its value {@link #withoutTimes}, and its time to live to within ten seconds
     */
    public Map<String, String> read() {
        Map<String, String> contents = new TreeMap<>();
        if (server.command("EVAL", READ, "0") instanceof List<?> all) {
            for (Object entry : all) {
                List<?> parts = (List<?>) entry;
                long left = (Long) parts.get(3);
                String lives = left < 0 ? "for ever" : Math.round((double) left / TTL_STEP_MILLIS) + "0 s";
                contents.put(
                        String.valueOf(parts.get(0)), parts.get(1) + " " + withoutTimes(parts.get(2)) + " " + lives);
            }
        }
        return contents;
    }

    /**
     * Leaves out what depends on when something was done.
     *
     * @param value a reply or a stored value
     * @return its text, with {@code <now>} for each number that is within an hour of the present
     */
    public String withoutTimes(@Nullable Object value) {
        return LARGE_NUMBER
                .matcher(String.valueOf(value))
                .replaceAll(number -> Matcher.quoteReplacement(isNear(number.group()) ? "<now>" : number.group()));
    }

    private boolean isNear(String digits) {
        double number = Double.parseDouble(digits);
        return Math.abs(number - startMillis) < NEAR_MILLIS || Math.abs(number / 1_000 - startMillis) < NEAR_MILLIS;
    }
}
