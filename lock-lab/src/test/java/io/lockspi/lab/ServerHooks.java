package io.lockspi.lab;

import io.lockspi.servers.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The shell commands with which a user disturbs a server: over two named pipes they ask this JVM, which guards the server. */
final class ServerHooks implements AutoCloseable {
    private final RedisServer server;
    private final Path requests;
    private final Path answers;
    private final Thread thread = new Thread(this::serve, "server-hooks");

    ServerHooks(RedisServer server, Path directory) throws IOException, InterruptedException {
        this.server = server;
        this.requests = directory.resolve("requests");
        this.answers = directory.resolve("answers");
        new ProcessBuilder("mkfifo", requests.toString(), answers.toString())
                .start()
                .waitFor();
        thread.setDaemon(true);
        thread.start();
    }

    /** All hooks as options, with some commands replaced. */
    List<String> options(Map<String, String> replaced) {
        List<String> options = new ArrayList<>();
        for (String hook : List.of("evict", "kill", "restart", "pause", "resume")) {
            String command = "echo " + hook + " $LOCKSPI_NODE$LOCKSPI_LOCK >" + requests + " && read -r answer <"
                    + answers + " && test \"$answer\" = done";
            options.add("--hook=" + hook + "=" + replaced.getOrDefault(hook, command));
        }
        return options;
    }

    private void serve() {
        try {
            for (String[] words = next(); !words[0].equals("end"); words = next()) {
                obey(words[0], words[1]);
                Files.writeString(answers, "done\n");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String[] next() throws IOException {
        return Files.readString(requests).strip().split(" ", -1);
    }

    private void obey(String hook, String argument) {
        switch (hook) {
            case "evict" -> server.command("DEL", "lockspi:{" + argument + "}:lock");
            case "kill" -> server.kill();
            case "restart" -> server.restartEmpty();
            case "pause" -> server.pause();
            case "resume" -> server.resume();
            default -> throw new IllegalArgumentException(hook);
        }
    }

    @Override
    public void close() throws IOException {
        Files.writeString(requests, "end\n");
    }
}
