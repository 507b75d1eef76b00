package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.lab.elect.ElectionJson;
import io.lockspi.lab.elect.ElectionPlan;
import io.lockspi.lab.elect.ElectionResult;
import io.lockspi.lab.elect.ElectionRun;
import io.lockspi.lab.elect.Timeline;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab elect}: leaders that stay, and how they are replaced. */
@Command(
        name = "elect",
        description = {
            "Leader election: five candidates, each a JVM. The first leader must stay while it lives; then leaders"
                    + " resign, one is stopped, one closes its service and one is killed. Shows who led when, and how"
                    + " long each hand-over took.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Exit codes: 0 no two candidates led at one time, terms rose, and the first leader stayed until it resigned;"
                    + " 1 not so, or a run failed; 2 bad input."
        })
final class ElectCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private ElectOptions options = new ElectOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Everything that can be refused is refused before the first candidate starts.
        ElectionPlan plan = options.plan();
        List<LockSource> sources = sources();
        JsonFile json = options.json == null ? null : JsonFile.writable(options.json);
        Screen screen = Screen.of(spec.commandLine().getOut());
        List<ElectionResult> results = new ArrayList<>();
        for (LockSource source : sources) {
            try (RunningServer server = source.opener().open()) {
                LockCheck.usable(LockCheck.read(server.uri()), source.patience());
                results.add(new ElectionRun(plan, source.name(), server.uri(), screen).run());
            }
        }
        if (json != null) {
            json.write(ElectionJson.of(results));
        }
        return report(results, screen);
    }

    private List<LockSource> sources() {
        if (options.uri != null) {
            if (options.backends != null) {
                throw new BadInputException("--uri names the back end already; leave out --backend.");
            }
            LockConfig config = LockCheck.read(options.uri);
            return List.of(LockSource.existing(config, options.uri));
        }
        List<String> names = options.backends == null ? List.of("redis") : options.backends;
        return names.stream()
                .distinct()
                .map(name -> LockSource.started(Backend.named(name), options.servers))
                .toList();
    }

    private static int report(List<ElectionResult> results, Screen screen) {
        screen.println("");
        results.forEach(result -> Timeline.of(result).forEach(screen::println));
        screen.println("");
        Timeline.table(results).forEach(screen::println);
        screen.println("");
        List<String> complaints =
                results.stream().flatMap(result -> result.complaints().stream()).toList();
        if (complaints.isEmpty()) {
            screen.println(
                    "As it must be: never two leaders, terms that rise, and a leader that stayed until it resigned.");
            return ExitCode.OK;
        }
        complaints.forEach(complaint -> screen.println("NOT as it must be: " + complaint + "."));
        return Lab.NOT_SHOWN;
    }
}
