package io.lockspi.tck.holder;

import io.lockspi.tck.Elsewhere;
import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** The near end of a JVM that runs {@link HolderMain}: sends commands, one at a time, and waits for the answers. */
public final class Holder implements AutoCloseable {
    private final ChildJvm jvm;
    private final Duration patience;

    private Holder(ChildJvm jvm, Duration patience) {
        this.jvm = jvm;
        this.patience = patience;
    }

    /**
     * Starts a JVM that has the subject open.
     *
     * @param elsewhere how it opens the subject
     * @param lease the client's lease
     * @param patience how long to wait for one answer
     * @throws IOException if no process can be started
     */
    public static Holder start(Elsewhere elsewhere, Duration lease, Duration patience)
            throws IOException, InterruptedException {
        ChildJvm jvm = ChildJvm.of(HolderMain.class)
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
                .start();
        Holder holder = new Holder(jvm, patience);
        try {
            jvm.send(elsewhere.opener().getName());
            jvm.send(elsewhere.argument());
            jvm.send(Long.toString(lease.toMillis()));
            holder.expect("ready");
            return holder;
        } catch (InterruptedException | RuntimeException | Error failure) {
            holder.close();
            throw failure;
        }
    }

    /** The process. */
    public ChildJvm jvm() {
        return jvm;
    }

    /** Sends a command without waiting for its answer. */
    public void send(String command) {
        jvm.send(command);
    }

    /** Waits for the next answer. */
    public String answer() throws InterruptedException {
        return answer(patience);
    }

    /** Waits for the next answer, not longer than a limit. */
    public String answer(Duration limit) throws InterruptedException {
        try {
            return jvm.nextLine(limit);
        } catch (TimeoutException silence) {
            throw new IllegalStateException(
                    "the JVM that holds locks gave no answer within " + limit.toMillis() + " ms", silence);
        }
    }

    /** Sends a command and returns its answer. */
    public String ask(String command) throws InterruptedException {
        send(command);
        return answer();
    }

    /** Waits for an answer that must be this. */
    public void expect(String expected) throws InterruptedException {
        String answer = answer();
        if (!answer.equals(expected)) {
            throw new IllegalStateException(
                    "the JVM that holds locks said '" + answer + "' instead of '" + expected + "'");
        }
    }

    /** Ends the process at once, paused or not. */
    @Override
    public void close() {
        jvm.close();
    }
}
