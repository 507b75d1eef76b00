package io.lockspi.lab.bench;

import io.lockspi.servers.RedisMonitor;
import io.lockspi.servers.RedisProbe;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Listens at the server, from before a round until after it, to what clients send and to how many of them each message
 * goes. For one thread.
 */
final class Wiretap implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
    private static final String WORD = "(?: \"((?:[^\"\\\\]|\\\\.)*)\")?";

    /** Time, database and sender, then the quoted words; a script's own commands have {@code lua} as their sender. */
    private static final Pattern LINE = Pattern.compile("^[0-9.]+ \\[\\d+ (\\S+)] \"([^\"]*)\"" + WORD + WORD + ".*");

    private static final String SCRIPT = "lua";
    /**
     * What this class itself sends, and no subject does; and what keeps idle connections alive, which are those of all subjects
     * of the scenario: hundreds, while one has its turn.
     */
    private static final List<String> NOT_COUNTED = List.of("PUBSUB", "ECHO", "PING");

    private final RedisServer server;
    private final RedisProbe probe;
    private final RedisMonitor monitor;
    /** What NUMSUB answered, in the order of the questions, which the monitor shows among the other commands. */
    private final List<Long> answers = new ArrayList<>();

    Wiretap(RedisServer server) {
        this.server = server;
        this.probe = server.connect(ANSWER_LIMIT);
        this.monitor = server.monitor();
    }

    /** Looks at who is subscribed to what; to be called now and then during the round. */
    void look() {
        for (Object channel : list("CHANNELS")) {
            List<?> answer = list("NUMSUB", String.valueOf(channel));
            answers.add(Long.parseLong(String.valueOf(answer.get(1))));
        }
    }

    private List<?> list(String... words) {
        String[] command = new String[words.length + 1];
        command[0] = "PUBSUB";
        System.arraycopy(words, 0, command, 1, words.length);
        return probe.command(command) instanceof List<?> answer ? answer : List.of();
    }

    /**
     * Sums up, after the round.
     *
     * @param handOvers how many hand-overs there were meanwhile
     */
    Traffic traffic(long handOvers) throws InterruptedException {
        String mark = UUID.randomUUID().toString();
        server.command("ECHO", mark);
        try {
            monitor.await(line -> line.contains(mark), ANSWER_LIMIT);
        } catch (TimeoutException silent) {
            throw new BenchFailedException("the server did not show its last command in time");
        }
        return sum(monitor.lines(), answers, handOvers);
    }

    /**
     * Counts commands of clients, and those whom messages reach: the messages, times the average audience of those whose
     * audience was looked at before.
     *
     * @param lines what the monitor showed
     * @param answers what {@code PUBSUB NUMSUB} answered each time it is among the lines
     */
    static Traffic sum(List<String> lines, List<Long> answers, long handOvers) {
        Count count = new Count(answers.iterator());
        lines.forEach(count::look);
        boolean unknown = count.messages > 0 && count.heard.getCount() == 0;
        double told = unknown ? Double.NaN : count.messages * count.heard.getAverage();
        return new Traffic(handOvers, count.commands, count.polls, told);
    }

    /** Adds up line by line. */
    private static final class Count {
        private final Iterator<Long> answers;
        private final Map<String, Long> audiences = new HashMap<>();
        private final LongSummaryStatistics heard = new LongSummaryStatistics();
        private final Polls asked = new Polls();
        private long commands;
        private long polls;
        private long messages;

        Count(Iterator<Long> answers) {
            this.answers = answers;
        }

        void look(String text) {
            Matcher line = LINE.matcher(text);
            if (line.matches()) {
                add(line);
                polls += asked.isPoll(text) ? 1 : 0;
            }
        }

        private void add(Matcher line) {
            String command = line.group(2).toUpperCase(Locale.ROOT);
            String first = String.valueOf(line.group(3));
            if (command.equals("PUBSUB") && first.equals("NUMSUB") && answers.hasNext()) {
                audiences.put(String.valueOf(line.group(4)), answers.next());
            } else if (command.equals("PUBLISH")) {
                published(first);
            }
            if (!line.group(1).equals(SCRIPT) && !NOT_COUNTED.contains(command)) {
                commands++;
            }
        }

        private void published(String channel) {
            messages++;
            // After the last look nobody knows who still listens.
            Long audience = answers.hasNext() ? audiences.get(channel) : null;
            if (audience != null) {
                heard.accept(audience);
            }
        }
    }

    @Override
    public void close() {
        monitor.close();
        probe.close();
    }
}
