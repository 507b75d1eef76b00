package io.lockspi.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockspi.lab.bench.BenchJson;
import io.lockspi.lab.bench.BenchPlan;
import io.lockspi.lab.bench.BenchReport;
import io.lockspi.lab.bench.BenchResults;
import io.lockspi.lab.bench.BenchRun;
import io.lockspi.lab.bench.BenchText;
import io.lockspi.lab.bench.Stores;
import io.lockspi.lab.bench.Surroundings;
import io.lockspi.lab.ui.Screen;
import io.lockspi.tck.fault.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab bench}: our locks beside others and the bare commands, in one run. */
@Command(
        name = "bench",
        description = {
            "Measures our locks side by side with others and with the bare commands that no lock can do without:"
                    + " on the same servers, with the same section and the same threads, in JVMs of their own, in turn"
                    + " round by round. A witness in shared memory sees every section of every subject.",
            "",
            "A bar is what a ratio ought to be. One that is not met is reported so, and does not change the exit code;"
                    + " one whose subjects were not measured is not met either, and says so. How to read the figures: docs/performance.md.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Exit codes: 0 ours was measured, no two sections of one lock ran at a time and fencing tokens rose, whatever"
                    + " the speed; 1 not so, or the run failed; 2 bad input."
        })
final class BenchCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.check();
        BenchPages pages = options.pages();
        if (options.from != null) {
            pages.write(JsonFile.read(options.from, "--from"));
            return ExitCode.OK;
        }
        BenchPlan plan = options.plan();
        JsonFile json = options.json == null ? null : JsonFile.writable(options.json);
        Screen screen = Screen.of(spec.commandLine().getOut());
        BenchReport report = measure(plan, screen);
        JsonNode figures = BenchJson.of(report);
        if (json != null) {
            json.write(figures);
        }
        pages.write(figures);
        return show(report, screen);
    }

    private BenchReport measure(BenchPlan plan, Screen screen) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("lockspi-bench");
        ChildProcess.removeAtEnd(directory);
        try (Stores stores = new Stores(new BenchServers(options.servers))) {
            Surroundings surroundings = Surroundings.before(command(), LabVersion.number(), plan, stores);
            BenchResults results = new BenchRun(plan, stores, directory, screen).run();
            return BenchReport.of(surroundings.after(), results);
        }
    }

    private String command() {
        return "./lab "
                + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
    }

    /** Prints the report, and says with which exit code to end. */
    static int show(BenchReport report, Screen screen) {
        screen.println("");
        BenchText.closing(report).forEach(screen::println);
        screen.println("");
        List<String> complaints = report.complaints();
        complaints.forEach(complaint -> screen.println("NOT as it must be: " + complaint + "."));
        if (complaints.isEmpty()) {
            screen.println("As it must be: no two sections of one lock ran at a time, and fencing tokens rose.");
            return ExitCode.OK;
        }
        return Lab.NOT_SHOWN;
    }
}
