package io.lockspi.lab;

import io.lockspi.lab.compare.CompareJson;
import io.lockspi.lab.compare.ComparePlan;
import io.lockspi.lab.compare.CompareRun;
import io.lockspi.lab.compare.CompareSurroundings;
import io.lockspi.lab.compare.CompareText;
import io.lockspi.lab.compare.Comparison;
import io.lockspi.lab.compare.Experiment;
import io.lockspi.lab.compare.page.ComparePage;
import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import io.lockspi.lab.ui.Screen;
import io.lockspi.servers.ServerStartException;
import io.lockspi.tck.fault.ProcessControl;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab compare}: the same faults on each topology. */
@Command(
        name = "compare",
        description = {
            "The same faults on each topology: a holder that dies, stops or is cut off, servers that die, forget or have a"
                    + " wrong clock. Three JVMs take one lock in turns; a witness sees who is inside when, and a guarded"
                    + " resource refuses what comes too late. Shows who held twice, what the token stopped, when the"
                    + " holder knew, and how long nobody could lock.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Exit codes: 0 everything was measured that can be on this machine, the known holes that were asked for were"
                    + " shown, and nothing else was wrong; 1 not so, nothing was measured, or a run failed; 2 bad input."
        })
final class CompareCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private CompareOptions options = new CompareOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Everything that can be refused is refused before the first server starts.
        ComparePlan plan = options.plan();
        JsonFile json = options.json == null ? null : JsonFile.writable(options.json);
        OutputFile page = options.page == null ? null : OutputFile.writable(options.page, "HTML", "--page");
        if (!ProcessControl.isSupported()) {
            throw new BadInputException("lab compare stops and kills processes by signals, which this system has not.");
        }
        Screen screen = Screen.of(spec.commandLine().getOut());
        Comparison comparison = compare(plan, screen);
        if (json != null) {
            json.write(CompareJson.of(comparison));
        }
        if (page != null) {
            page.write(ComparePage.html(comparison));
        }
        return show(comparison, screen);
    }

    private Comparison compare(ComparePlan plan, Screen screen) throws InterruptedException {
        CompareSurroundings surroundings;
        try {
            surroundings = CompareSurroundings.before(command(), LabVersion.number(), plan);
        } catch (ServerStartException refused) {
            throw new BadInputException(ErrorText.of(refused));
        }
        List<Experiment> experiments = new CompareRun(plan, screen).run();
        return new Comparison(experiments, surroundings.after(), plan.quick());
    }

    private String command() {
        return "./lab "
                + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
    }

    /** Prints the table, and says with which exit code to end. */
    static int show(Comparison comparison, Screen screen) {
        screen.println("");
        CompareText.of(comparison).forEach(screen::println);
        if (comparison.isMet()) {
            screen.println("As it must be: " + (comparison.hasKnownHole() ? "the known holes were shown, " : "")
                    + "no lock was held twice by valid holders where that is excluded, and no stale write was"
                    + " accepted.");
            return ExitCode.OK;
        }
        if (!comparison.isMeasured()) {
            screen.println("NOT shown: nothing was measured.");
        }
        for (Experiment experiment : comparison.experiments()) {
            experiment
                    .unmet()
                    .forEach(complaint -> screen.println(
                            "NOT as it must be: " + experiment.topology().word() + ", "
                                    + experiment.fault().word() + ": " + complaint + "."));
        }
        return Lab.NOT_SHOWN;
    }
}
