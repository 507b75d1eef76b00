package io.lockspi.servers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares two scripts that ought to do the same: in a usual state, and in it with every one and every two things changed. Each
 * run begins with an empty server. Not thread-safe.
 */
public final class ScriptComparison {
    private static final String REPLY = "reply";

    /** What is left of a time, in milliseconds. */
    private static final Pattern TIME_LEFT = Pattern.compile("\\b\\d{5,9}\\b");

    private static final long NEAR_MILLIS = 5_000;

    private final RedisServer server;
    private final RedisContents contents;
    private final List<String> keys;
    private final List<String> args;
    private final List<List<String>> usual = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final TreeSet<String> leftAside = new TreeSet<>();

    /** Something that may be otherwise: a command on top of the usual state, or another argument at a place. */
    private record Change(String what, List<String> command, int argument, String value) {}

    /**
     * Begins with nothing stored and nothing changed.
     *
     * @param server which is emptied again and again
     * @param keys of both scripts
     * @param args of both scripts, usually
     */
    public ScriptComparison(RedisServer server, List<String> keys, List<String> args) {
        this.server = server;
        this.contents = new RedisContents(server);
        this.keys = List.copyOf(keys);
        this.args = List.copyOf(args);
    }

    /** Adds a command that makes up the usual state; returns this. */
    public ScriptComparison usually(String... command) {
        usual.add(List.of(command));
        return this;
    }

    /** Adds a change of the usual state by a command; returns this. */
    public ScriptComparison orStored(String what, String... command) {
        changes.add(new Change(what, List.of(command), -1, ""));
        return this;
    }

    /** Adds a change that makes a key one of another type; returns this. */
    public ScriptComparison orOfAnotherType(String what, String key) {
        String list = "redis.call('DEL', '" + key + "') return redis.call('RPUSH', '" + key + "', 'x')";
        return orStored(what, "EVAL", list, "0");
    }

    /** Adds a change of the argument at a place, the first of which is 1 as in Lua; returns this. */
    public ScriptComparison orAsked(String what, int argument, String value) {
        changes.add(new Change(what, List.of(), argument, value));
        return this;
    }

    /** Adds a key about which the scripts may differ; returns this. */
    public ScriptComparison leavingAside(String key) {
        leftAside.add(key);
        return this;
    }

    /**
     * Runs a script in the usual state.
     *
     * @param script its text
     * @return the reply at the key {@code reply}, and what is stored then, as {@link RedisContents#read} does
     */
    public Map<String, String> run(String script) {
        return run(script, List.of());
    }

    /**
     * Runs both scripts in each state.
     *
     * @param one the text of a script
     * @param other the text of another
     * @return for each state in which they differ what was changed, and both outcomes; what is left of times may differ by
     *     five seconds
     */
    public List<String> differences(String one, String other) {
        List<String> differences = new ArrayList<>();
        for (List<Change> pair : pairs()) {
            Map<String, String> first = run(one, pair);
            Map<String, String> second = run(other, pair);
            if (!alike(first, second)) {
                differences.add(pair.stream().map(Change::what).toList() + ":\n" + first + "\n" + second);
            }
        }
        return differences;
    }

    private List<List<Change>> pairs() {
        List<List<Change>> pairs = new ArrayList<>();
        pairs.add(List.of());
        for (int first = 0; first < changes.size(); first++) {
            pairs.add(List.of(changes.get(first)));
            for (int second = first + 1; second < changes.size(); second++) {
                pairs.add(List.of(changes.get(first), changes.get(second)));
            }
        }
        return pairs;
    }

    private Map<String, String> run(String script, List<Change> changed) {
        server.command("FLUSHALL");
        usual.forEach(this::send);
        String[] values = args.toArray(String[]::new);
        for (Change change : changed) {
            if (change.argument > 0) {
                values[change.argument - 1] = change.value;
            } else {
                send(change.command);
            }
        }
        List<String> call = new ArrayList<>(List.of("EVAL", script, Integer.toString(keys.size())));
        call.addAll(keys);
        call.addAll(Arrays.asList(values));
        String reply = contents.withoutTimes(server.command(call.toArray(String[]::new)));
        Map<String, String> outcome = contents.read();
        outcome.keySet().removeAll(leftAside);
        outcome.put(REPLY, reply);
        return outcome;
    }

    /** Of two replies with what is left of times in them one may have come a little later. */
    private static boolean alike(Map<String, String> one, Map<String, String> other) {
        String reply = one.getOrDefault(REPLY, "");
        Matcher left = TIME_LEFT.matcher(other.getOrDefault(REPLY, ""));
        String same = TIME_LEFT.matcher(reply).replaceAll(time -> near(time.group(), left));
        Map<String, String> brought = new TreeMap<>(one);
        brought.put(REPLY, same);
        return brought.equals(other);
    }

    /** The other's next time if it is about the same. */
    private static String near(String time, Matcher others) {
        boolean near = others.find() && Math.abs(Long.parseLong(others.group()) - Long.parseLong(time)) < NEAR_MILLIS;
        return near ? others.group() : time;
    }

    private void send(List<String> command) {
        server.command(command.toArray(String[]::new));
    }
}
