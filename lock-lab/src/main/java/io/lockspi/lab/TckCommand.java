package io.lockspi.lab;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.kit.ReportText;
import io.lockspi.lab.ui.Progress;
import io.lockspi.lab.ui.Screen;
import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Subject;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab tck}: the kit, without writing a class. */
@Command(
        name = "tck",
        description = {
            "Judges a back end by the rules of docs/lock-spec.md: several clients, threads and JVMs use its locks, the"
                    + " network is disturbed, processes and servers are killed, stopped and started again.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Exit codes: 0 COMPATIBLE, every rule ran and every MUST was kept; 1 INCOMPATIBLE, a MUST was broken, or the"
                    + " run failed; 2 bad input; 3 INCOMPLETE, nothing that ran was broken, but some rule did not run."
        })
final class TckCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private TckArguments arguments = new TckArguments();

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Everything that can be refused is refused before the first server starts.
        TckOptions options = arguments.options();
        TckArguments.Opener opener = arguments.subject();
        JsonFile json = arguments.json == null ? null : JsonFile.writable(arguments.json);
        OutputFile html = file(arguments.html, "HTML", "--html");
        OutputFile markdown = file(arguments.markdown, "Markdown", "--markdown");

        Screen screen = Screen.of(spec.commandLine().getOut());
        Report report = judge(opener.open(), options, screen);
        if (json != null) {
            json.write(new ObjectMapper().readTree(Tck.json(report)));
        }
        if (html != null) {
            html.write(Tck.html(report));
        }
        if (markdown != null) {
            markdown.write(Tck.markdown(report));
        }
        screen.println("");
        ReportText.of(report).forEach(screen::println);
        return report.verdict().exitCode();
    }

    private static @Nullable OutputFile file(@Nullable Path path, String form, String option) {
        return path == null ? null : OutputFile.writable(path, form, option);
    }

    /** The kit closes the subject. */
    private static Report judge(Subject subject, TckOptions options, Screen screen) throws InterruptedException {
        try (Progress progress =
                screen.progress(subject.name(), "rules", Tck.rules().size())) {
            return Tck.run(subject, options, new ProgressListener(progress));
        }
    }

    /** Moves the bar, and tells of broken rules at once. */
    private record ProgressListener(Progress progress) implements TckListener {
        @Override
        public void finished(RuleResult result, int done, int total) {
            if (result.state() == RuleState.FAIL) {
                progress.remark("FAIL " + result.message().lines().findFirst().orElse(""));
            }
            progress.reached(done);
        }
    }
}
