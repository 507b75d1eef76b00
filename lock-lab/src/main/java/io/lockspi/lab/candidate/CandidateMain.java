package io.lockspi.lab.candidate;

import io.lockspi.LeaderElection;
import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.lab.ui.ErrorText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A candidate's JVM: takes part in one election, says all the time whether it leads, and does what the lab tells it. */
public final class CandidateMain {
    /** Long enough for many cold JVMs on few cores. */
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(60);

    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    private CandidateMain() {}

    /**
     * Takes part.
     *
     * @param arguments the election's name and the lease; the URI, which may hold a password, is the first line of input
     */
    public static void main(String[] arguments) {
        Reporter reporter = new Reporter(System.out);
        // Whatever else prints must not mix with the reports.
        System.setOut(System.err);
        try {
            run(arguments[0], arguments[1], reporter);
        } catch (Exception failure) {
            failure.printStackTrace();
            reporter.say("FAILED " + ErrorText.of(failure));
            System.exit(1);
        }
    }

    private static void run(String name, String lease, Reporter reporter) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String uri = String.valueOf(commands.readLine());
        LockService locks = LockService.open(LockConfig.of(uri).withOption("lease", lease));
        LeaderElection election = locks.getElection(name);
        election.addListener(reporter);
        // Connects and loads classes before anything is measured, by an election that nobody else wants.
        try (LeaderElection own =
                locks.getElection(name + "/" + ProcessHandle.current().pid())) {
            own.join();
            if (own.awaitLeadership(WARM_UP_LIMIT).isEmpty()) {
                throw new IllegalStateException(
                        "the back end did not answer within " + WARM_UP_LIMIT.toSeconds() + " s");
            }
        }
        Thread obeying = new Thread(() -> obey(commands, locks, election, reporter), "lab-control");
        obeying.setDaemon(true);
        obeying.start();
        reporter.say("READY");
        while (true) {
            reporter.leads(election);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static void obey(BufferedReader commands, LockService locks, LeaderElection election, Reporter reporter) {
        try {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                switch (CandidateCommand.valueOf(line)) {
                    case JOIN -> election.join();
                    case RESIGN -> {
                        reporter.now("GOING");
                        election.resign();
                    }
                    case CLOSE -> {
                        reporter.now("GOING");
                        locks.close();
                        System.exit(0);
                    }
                }
            }
        } catch (IOException broken) {
            // As good as the end of the input.
        } catch (RuntimeException failure) {
            reporter.say("FAILED " + ErrorText.of(failure));
        }
        // The lab's JVM is gone, or wants no more of this one.
        Runtime.getRuntime().halt(3);
    }
}
