package io.lockspi.lab.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the polls among our commands. A claim's id is new for each acquire, and an acquire that waits is sent once to join
 * the queue, and once more, word for word, to take what was passed to it. Every further time it only asked again. Others'
 * commands have no such id or a new one each time, and count as no polls. For one thread.
 */
final class Polls {
    /** Behind the time and the sender: a script's call with a claim's id among its words. */
    private static final Pattern WITH_ID =
            Pattern.compile("^\\S+ \\[\\d+ [^]]+] (\"EVAL(?:SHA)?\" .*\"[0-9a-f]{32}\".*)$", Pattern.CASE_INSENSITIVE);

    private static final int NEEDED = 2;

    private final Map<String, Integer> sent = new HashMap<>();

    /** Whether this is a poll. */
    boolean isPoll(String line) {
        Matcher call = WITH_ID.matcher(line);
        return call.matches() && sent.merge(call.group(1), 1, Integer::sum) > NEEDED;
    }
}
