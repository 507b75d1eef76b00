package io.lockspi.tck.workload;

import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A process of a workload in a JVM of its own. */
final class JvmClient implements RunningClient {
    private static final String PROBLEM = "problem ";

    private final String name;
    private final ChildJvm jvm;

    private JvmClient(String name, ChildJvm jvm) {
        this.name = name;
        this.jvm = jvm;
    }

    static JvmClient start(ClientSettings settings) throws IOException {
        ChildJvm jvm = ChildJvm.of(WorkloadMain.class)
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
                .arguments(settings.encode())
                .start();
        return new JvmClient("process " + settings.process(), jvm);
    }

    @Override
    public void awaitReady(Duration patience) throws InterruptedException, IOException {
        try {
            jvm.awaitLine("ready"::equals, patience);
        } catch (TimeoutException | IllegalStateException failure) {
            throw new IOException(
                    name + " of the workload did not start; its standard error: " + jvm.errorLines(), failure);
        }
    }

    @Override
    public void begin() {
        jvm.send("begin");
    }

    @Override
    public void askToStop() {
        try {
            jvm.send("stop");
        } catch (UncheckedIOException gone) {
            // Its end says so.
        }
    }

    @Override
    public List<String> awaitEnd(Duration patience) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        try {
            jvm.awaitLine("done"::equals, patience);
        } catch (TimeoutException silence) {
            problems.add(name + " did not end within " + patience);
        } catch (IllegalStateException ended) {
            problems.add(name + " ended too early: " + ended.getMessage());
        }
        jvm.lines().stream()
                .filter(line -> line.startsWith(PROBLEM))
                .forEach(line -> problems.add(line.substring(PROBLEM.length())));
        return problems;
    }

    @Override
    public void kill() {
        jvm.close();
    }

    @Override
    public void pause() {
        jvm.process().pause();
    }

    @Override
    public void resume() {
        jvm.process().resume();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
