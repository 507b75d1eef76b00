package io.lockspi.tck.holder;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.Subject;
import io.lockspi.tck.SubjectOpener;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * Does with locks what it is told on standard input, on one thread, and answers each command with one line. Speaks only
 * on a stream of its own, so that nothing that a back end prints is taken for an answer.
 */
public final class HolderMain {
    private final LockClient client;
    private final Map<String, Lock> locks = new HashMap<>();
    private final Map<String, LeaderElection> elections = new HashMap<>();

    private HolderMain(LockClient client) {
        this.client = client;
    }

    /** Runs until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Subject subject = open(read(commands), read(commands));
        LockClient client = subject.open(Duration.ofMillis(Long.parseLong(read(commands))));
        HolderMain holder = new HolderMain(client);
        answers.println("ready");
        String line = read(commands);
        while (!line.isEmpty() && !line.equals("leave")) {
            answers.println(holder.answer(line));
            line = read(commands);
        }
        if (line.isEmpty()) {
            client.close();
            subject.close();
        }
        // After "leave" the client stays open, and the JVM ends only if its threads let it.
    }

    private static String read(BufferedReader commands) throws IOException {
        String line = commands.readLine();
        return line == null ? "" : line;
    }

    private static Subject open(String opener, String argument) throws ReflectiveOperationException {
        Object made = Class.forName(opener).getDeclaredConstructor().newInstance();
        return ((SubjectOpener) made).open(argument);
    }

    private String answer(String line) {
        String[] words = line.split(" ", -1);
        try {
            if (words[0].startsWith("election-")) {
                return withElection(words, elections.computeIfAbsent(words[1], client::election));
            }
            return words.length == 1
                    ? withoutLock(words[0])
                    : withLock(words, locks.computeIfAbsent(words[1], client::lock));
        } catch (Exception failure) {
            return "failed " + failure.getClass().getName() + " "
                    + String.valueOf(failure.getMessage()).replace('\n', ' ');
        }
    }

    private String withoutLock(String command) {
        switch (command) {
            case "close" -> client.close();
            case "halt" -> Runtime.getRuntime().halt(0);
            default -> throw new IllegalArgumentException("unknown command " + command);
        }
        return "done";
    }

    private String withLock(String[] words, Lock lock) throws InterruptedException, IOException {
        switch (words[0]) {
            case "lock" -> lock.lock();
            case "lock-for" -> client.lock(lock, Duration.ofMillis(Long.parseLong(words[2])));
            case "try" -> {
                return Boolean.toString(lock.tryLock());
            }
            case "try-within" -> {
                return Boolean.toString(lock.tryLock(Long.parseLong(words[2]), TimeUnit.MILLISECONDS));
            }
            case "unlock" -> lock.unlock();
            case "held" -> {
                return Boolean.toString(client.isHeld(lock));
            }
            case "token" -> {
                return Long.toString(client.fencingToken(lock));
            }
            case "count" -> count(lock, Path.of(words[2]), Integer.parseInt(words[3]));
            default -> throw new IllegalArgumentException("unknown command " + words[0]);
        }
        return "done";
    }

    /** Commands about elections begin with {@code election-}. */
    private String withElection(String[] words, LeaderElection election) throws InterruptedException {
        switch (words[0]) {
            case "election-join" -> election.join();
            case "election-leads" -> {
                return Boolean.toString(election.isLeader());
            }
            case "election-await" -> {
                Duration longest = Duration.ofMillis(Long.parseLong(words[2]));
                return Long.toString(
                        election.awaitLeadership(longest).map(Leadership::term).orElse(0L));
            }
            case "election-leave" -> election.leave();
            default -> throw new IllegalArgumentException("unknown command " + words[0]);
        }
        return "done";
    }

    /** Raises the number in a file so many times, in a way that needs the lock. */
    private static void count(Lock lock, Path file, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            lock.lock();
            try {
                Files.writeString(file, Integer.toString(Integer.parseInt(Files.readString(file)) + 1));
            } finally {
                lock.unlock();
            }
        }
    }
}
