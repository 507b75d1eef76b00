package io.lockspi.tck.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the tests run in a child JVM; the first argument says what it does. */
final class ChildMain {

    private static final PrintStream OUT = System.out;

    private ChildMain() {}

    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "echo" -> echo();
            case "watch" -> {
                ParentWatch.install();
                ParentWatch.install();
                echo();
            }
            case "parent" -> beParent();
            default -> throw new IllegalArgumentException("Unknown: " + arguments[0]);
        }
    }

    private static void echo() throws IOException {
        OUT.println("ready " + System.getProperty("greeting"));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = in.readLine();
        while (line != null) {
            OUT.println("echo " + line);
            line = in.readLine();
        }
    }

    private static void beParent() throws IOException {
        Path directory = Files.createTempDirectory("child main ");
        ChildProcess.removeAtEnd(directory);
        Files.writeString(directory.resolve("file"), "content");
        ChildProcess gone = ChildProcess.start(new ProcessBuilder("true"));
        ChildProcess running = ChildProcess.start(new ProcessBuilder("sleep", "600"));
        ChildProcess paused = ChildProcess.start(new ProcessBuilder("sleep", "600"));
        paused.pause();
        gone.process().onExit().join();
        OUT.println(running.pid() + " " + paused.pid() + " " + directory);
        System.in.read();
    }
}
