package io.lockspi.lab;

import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab serve}: a server for trying things out. */
@Command(
        name = "serve",
        description = {
            "Starts a server, prints its URI on a line of its own, and runs until Ctrl-C; if standard input is not a"
                    + " terminal, until that ends. The server ends with the lab and its data with it.",
            ""
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class ServeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            description = "What to serve: redis, redlock (five servers) or zookeeper (three servers).")
    private String backend = "";

    @Option(
            names = "--servers",
            paramLabel = "KIND",
            defaultValue = "local",
            description = "Where the server comes from: local (a process) or containers. Default: ${DEFAULT-VALUE}.")
    private Servers servers = Servers.LOCAL;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Screen screen = Screen.of(spec.commandLine().getOut());
        try (RunningServer server = Backend.named(backend).starter().start(servers)) {
            screen.println(server.uri());
            if (screen.isTerminal()) {
                screen.println("Ctrl-C ends it.");
                awaitCtrlC();
            } else {
                awaitEnd(System.in);
            }
        }
        return ExitCode.OK;
    }

    private static void awaitCtrlC() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private static void awaitEnd(InputStream in) throws IOException {
        in.transferTo(java.io.OutputStream.nullOutputStream());
    }
}
