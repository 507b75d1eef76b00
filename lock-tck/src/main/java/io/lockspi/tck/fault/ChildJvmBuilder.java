package io.lockspi.tck.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Collects how a {@link ChildJvm} is to be started. Not thread-safe. */
public final class ChildJvmBuilder {

    private final String mainClass;
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<String> arguments = new ArrayList<>();
    private String classPath = OwnClassPath.get();
    private Path javaHome = Path.of(System.getProperty("java.home"));
    private Consumer<String> outputListener = ChildJvmBuilder::ignore;
    private Consumer<String> errorListener = ChildJvmBuilder::ignore;

    ChildJvmBuilder(String mainClass) {
        this.mainClass = mainClass;
    }

    private static void ignore(String line) {}

    /** Sets the class path, entries separated as the system does; by default this JVM's own, with its modules. */
    public ChildJvmBuilder classPath(String value) {
        classPath = value;
        return this;
    }

    /** Sets the directory of the JDK to run; by default this JVM's own. */
    public ChildJvmBuilder javaHome(Path value) {
        javaHome = value;
        return this;
    }

    /** Sets a system property of the child. */
    public ChildJvmBuilder property(String key, String value) {
        properties.put(key, value);
        return this;
    }

    /** Adds JVM options such as {@code -Xmx64m}. */
    public ChildJvmBuilder options(String... values) {
        options.addAll(List.of(values));
        return this;
    }

    /** Adds arguments of the main class. */
    public ChildJvmBuilder arguments(String... values) {
        arguments.addAll(List.of(values));
        return this;
    }

    /** Sets who hears each line of standard output as well, on the thread that reads; what it throws is logged. */
    public ChildJvmBuilder onLine(Consumer<String> listener) {
        outputListener = listener;
        return this;
    }

    /** Sets who hears each line of standard error as well, on the thread that reads; what it throws is logged. */
    public ChildJvmBuilder onErrorLine(Consumer<String> listener) {
        errorListener = listener;
        return this;
    }

    /**
     * Starts the JVM.
     *
     * @throws IOException if the process cannot be started; that the class is missing shows on its standard error
     */
    public ChildJvm start() throws IOException {
        return new ChildJvm(mainClass, ChildProcess.start(new ProcessBuilder(command())), this);
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(options);
        properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(arguments);
        return command;
    }

    Consumer<String> outputListener() {
        return outputListener;
    }

    Consumer<String> errorListener() {
        return errorListener;
    }
}
