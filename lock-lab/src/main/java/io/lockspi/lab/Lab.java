package io.lockspi.lab;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.lab.ui.ErrorText;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The lab: shows what the locks do instead of describing it.
 *
 * <p>It is an application and runs from the class path: it has no module descriptor because nobody depends on it, and
 * picocli and Jackson would need their reflective access opened for nothing in return.
 */
@Command(
        name = "lab",
        description = {"Shows what distributed locks do: real servers, real processes, real failures.", ""},
        mixinStandardHelpOptions = true,
        versionProvider = LabVersion.class,
        subcommands = {
            TicketsCommand.class,
            ElectCommand.class,
            CompareCommand.class,
            TckCommand.class,
            BenchCommand.class,
            ServeCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Exit codes: 0 what the command says is true; 1 it is not, or the run failed; 2 bad input; 3 (tck only) some rule"
                    + " did not run.",
            "'lab COMMAND --help' explains a command."
        })
public final class Lab implements Runnable {
    /** A command that ran to its end, and found that something is not as it must be. */
    static final int NOT_SHOWN = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Lab() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        // What the library has to log it also throws; the lab says it in one sentence.
        Logger.getLogger("").setLevel(Level.OFF);
        PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
        PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
        System.exit(commandLine(out, err).execute(arguments));
    }

    /**
     * The command line.
     *
     * @param out for results
     * @param err for errors
     * @return ready to execute
     */
    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return new CommandLine(new Lab())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Lab::badParameter)
                .setExecutionExceptionHandler(Lab::failed);
    }

    /** Only {@code lab}: says what there is. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "A command is missing: lab tickets, lab elect, lab compare, lab tck, lab bench, or lab serve redis.");
    }

    private static int badParameter(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("lab: " + problem.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(problem, err)) {
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        return ExitCode.USAGE;
    }

    private static int failed(Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
        command.getErr().println("lab: " + ErrorText.of(problem));
        return problem instanceof BadInputException ? ExitCode.USAGE : NOT_SHOWN;
    }
}
