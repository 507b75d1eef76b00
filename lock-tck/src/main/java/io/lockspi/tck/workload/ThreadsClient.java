package io.lockspi.tck.workload;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A process of a workload that is none: its threads run in this JVM, with a client of their own. */
final class ThreadsClient implements RunningClient {
    private final ClientProcess process;

    ThreadsClient(ClientSettings settings) throws IOException {
        process = ClientProcess.open(settings);
    }

    @Override
    public void awaitReady(Duration patience) {
        // Ready when made.
    }

    @Override
    public void begin() {
        process.start();
    }

    @Override
    public void askToStop() {
        process.askToStop();
    }

    @Override
    public List<String> awaitEnd(Duration patience) throws InterruptedException {
        List<String> problems = process.stop();
        process.close();
        return problems;
    }

    @Override
    public void kill() {
        throw impossible("kill");
    }

    @Override
    public void pause() {
        throw impossible("pause");
    }

    @Override
    public void resume() {
        throw impossible("resume");
    }

    private static UnsupportedOperationException impossible(String what) {
        return new UnsupportedOperationException(
                "cannot " + what + " a client that runs in this JVM: leave out inThisJvm()");
    }

    @Override
    public void close() {
        process.close();
    }
}
