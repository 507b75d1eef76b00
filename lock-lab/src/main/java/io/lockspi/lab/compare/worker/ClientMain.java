package io.lockspi.lab.compare.worker;

import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.redis.RedisAddresses;
import io.lockspi.tck.history.HistoryWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A client's JVM. Hears {@link Order}s, and says {@code READY}, {@code SECTION} and {@code PROBE} with the time of each grant,
 * {@code INSIDE} when it holds, {@code LOST}, {@code RESTING} and {@code DONE}.
 */
public final class ClientMain {
    /** Long enough for many cold JVMs on few cores. */
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(60);

    private ClientMain() {}

    /**
     * Takes part in a run.
     *
     * @param arguments the run's id, the client's number, the witness' port, the history file, whether to probe, and a
     *     seed; the URI is the first line of input, the detours are the second
     */
    public static void main(String[] arguments) {
        PrintStream answers = System.out;
        // Whatever else prints must not mix with the answers.
        System.setOut(System.err);
        try {
            run(arguments, answers);
        } catch (Exception failure) {
            failure.printStackTrace();
            answers.println("FAILED " + ErrorText.of(failure));
            answers.flush();
            Runtime.getRuntime().halt(1);
        }
        // Servers that are down must not keep a client from its end.
        Runtime.getRuntime().halt(0);
    }

    private static void run(String[] arguments, PrintStream answers) throws Exception {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        LockConfig config = LockConfig.of(orders.readLine());
        String detours = String.valueOf(orders.readLine());
        int number = Integer.parseInt(arguments[1]);
        HistoryWriter history = HistoryWriter.create(Path.of(arguments[3]), arguments[0], "client " + number);
        try (history;
                LockService locks = LockService.open(detours.isEmpty() ? config : withDetours(config, detours))) {
            // Connects and loads classes before anything is measured, by a lock that nobody else wants.
            locks.withLock("own-" + number, WARM_UP_LIMIT, () -> true);
            Recorder recorder = new Recorder(history, number, answers);
            Pace pace = new Pace();
            Turns turns =
                    new Turns(recorder, locks, pace, Integer.parseInt(arguments[2]), Long.parseLong(arguments[5]));
            turns.start();
            Probe probe = Boolean.parseBoolean(arguments[4]) ? new Probe(recorder, locks, pace) : null;
            if (probe != null) {
                probe.start();
            }
            recorder.say("READY");
            obey(orders, pace, turns, probe == null ? 1 : 2, recorder);
            turns.end();
            if (probe != null) {
                probe.end();
            }
            recorder.say("DONE");
        }
    }

    /** Addresses that servers tell are translated as well. */
    private static LockConfig withDetours(LockConfig config, String detours) {
        Map<String, Integer> doors = new HashMap<>();
        for (String detour : detours.split(",", -1)) {
            String[] ends = detour.split("=", -1);
            doors.put(ends[0], Integer.valueOf(ends[1]));
        }
        RedisAddresses addresses = known -> {
            Integer door = doors.get(known.name() + ":" + known.port());
            return door == null ? known : new LockConfig.Host("127.0.0.1", door);
        };
        return config.withAttachment(RedisAddresses.class, addresses);
    }

    private static void obey(BufferedReader orders, Pace pace, Turns turns, int threads, Recorder recorder)
            throws IOException, InterruptedException {
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            switch (Order.valueOf(line)) {
                case BEGIN -> pace.work();
                case REST -> {
                    pace.rest();
                    pace.awaitResting(threads);
                    recorder.say("RESTING");
                }
                case HOLD -> turns.hold();
                case GO -> turns.go();
                case STOP -> {
                    pace.stop();
                    turns.go();
                    return;
                }
            }
        }
        // The lab's JVM is gone.
        Runtime.getRuntime().halt(3);
    }
}
