package io.lockspi.lab;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.lab.tickets.JsonReport;
import io.lockspi.lab.tickets.LockStore;
import io.lockspi.lab.tickets.Plan;
import io.lockspi.lab.tickets.ResultTable;
import io.lockspi.lab.tickets.RunResult;
import io.lockspi.lab.tickets.TicketRun;
import io.lockspi.lab.tickets.Verdict;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab tickets}: the ticket office, first without a lock, then with one. */
@Command(
        name = "tickets",
        description = {
            "The ticket office: several JVMs sell from one shared stock, each reading what is left, thinking a"
                    + " little and writing one less. First without a lock, which oversells; then with one lock for"
                    + " each train, once per back end, where each ticket is sold exactly once.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Exit codes: 0 the run without a lock oversold, and every run with a lock sold each ticket exactly once,"
                    + " with rising fencing tokens; 1 not so, or a run failed; 2 bad input."
        })
final class TicketsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private TicketsOptions options = new TicketsOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Everything that can be refused is refused before the first seller starts.
        LockConfig config = options.uri == null ? null : LockCheck.read(options.uri);
        Plan plan = options.plan(config == null ? null : leaseOf(config));
        List<LockSource> sources = config == null ? startedSources() : existingSource(config);
        JsonFile json = options.json == null ? null : JsonFile.writable(options.json);

        Screen screen = Screen.of(spec.commandLine().getOut());
        List<RunResult> results = runAll(plan, sources, screen);
        if (json != null) {
            json.write(JsonReport.of(results));
        }
        return report(results, screen);
    }

    private static @Nullable Duration leaseOf(LockConfig config) {
        try {
            return config.option("lease").isEmpty() ? null : config.duration("lease", Duration.ZERO);
        } catch (LockConfigurationException refused) {
            throw new BadInputException(ErrorText.of(refused));
        }
    }

    private List<LockSource> existingSource(LockConfig config) {
        if (options.backends != null) {
            throw new BadInputException("--uri names the back end already; leave out --backend.");
        }
        return List.of(LockSource.existing(config, String.valueOf(options.uri)));
    }

    private List<LockSource> startedSources() {
        List<String> names = options.backends == null ? List.of("redis") : options.backends;
        return names.stream()
                .distinct()
                .map(name -> LockSource.started(Backend.named(name), options.servers))
                .toList();
    }

    private static List<RunResult> runAll(Plan plan, List<LockSource> sources, Screen screen)
            throws IOException, InterruptedException {
        List<RunningServer> servers = new ArrayList<>();
        try {
            // Started and asked before the run without a lock, so that what cannot work is said at once.
            for (LockSource source : sources) {
                RunningServer server = source.opener().open();
                servers.add(server);
                if (plan.killMinority() && server.killMinority() == null) {
                    throw new BadInputException(
                            "--kill-minority needs a back end of several servers that the lab starts,"
                                    + " such as --backend redlock; '" + source.name() + "' is not one.");
                }
                LockCheck.usable(withLease(LockCheck.read(server.uri()), plan), source.patience());
            }
            List<RunResult> results = new ArrayList<>();
            results.add(new TicketRun(plan, LockStore.NONE, screen).run());
            for (int i = 0; i < sources.size(); i++) {
                LockStore store = new LockStore(
                        sources.get(i).name(),
                        servers.get(i).uri(),
                        servers.get(i).killMinority());
                results.add(new TicketRun(plan, store, screen).run());
            }
            return results;
        } finally {
            servers.forEach(RunningServer::close);
        }
    }

    private static LockConfig withLease(LockConfig config, Plan plan) {
        return config.withOption("lease", plan.lease().toString());
    }

    private static int report(List<RunResult> results, Screen screen) {
        screen.println("");
        ResultTable.of(results).forEach(screen::println);
        screen.println("");
        Verdict verdict = Verdict.on(results);
        if (verdict.holds()) {
            screen.println("As it must be: " + verdict.summary() + ".");
            return ExitCode.OK;
        }
        verdict.complaints().forEach(complaint -> screen.println("NOT as it must be: " + complaint + "."));
        return Lab.NOT_SHOWN;
    }
}
