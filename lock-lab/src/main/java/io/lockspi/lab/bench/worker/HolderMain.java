package io.lockspi.lab.bench.worker;

import io.lockspi.lab.bench.subject.LockClient;
import io.lockspi.lab.bench.subject.Subject;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * A JVM of the benchmark that holds many locks. It is told the server's URI as {@link WorkerMain} is, then commands without
 * arguments: {@value #HOLD}, {@value #RELEASE}, {@value #CPU} and {@value #HEAP}. It answers each with
 * {@link WorkerMain#DONE} and a number, or with {@link WorkerMain#FAILED} and a reason.
 */
public final class HolderMain {
    /** Command: acquire all locks, under names that were never used. The answer is how many. */
    public static final String HOLD = "HOLD";
    /** Command: release them. The answer is how many were lost before. */
    public static final String RELEASE = "RELEASE";
    /** Command: the answer is the processor time of this process so far, in nanoseconds. */
    public static final String CPU = "CPU";
    /** Command: collect garbage. The answer is how many bytes of heap are still used. */
    public static final String HEAP = "HEAP";

    private HolderMain() {}

    /**
     * Works.
     *
     * @param arguments the subject's name, the lease in milliseconds and how many locks
     */
    public static void main(String[] arguments) {
        Conversation.run(talk -> {
            Subject subject = Subject.named(arguments[0]).orElseThrow();
            Duration lease = Duration.ofMillis(Long.parseLong(arguments[1]));
            URI uri = URI.create(talk.argument(WorkerMain.URI_IS));
            List<LockClient> clients = subject.open(uri, lease, 1);
            try (Holder holder = new Holder(clients.get(0), Integer.parseInt(arguments[2]))) {
                holder.tryOut();
                talk.say(WorkerMain.READY);
                for (String command = talk.next(); command != null; command = talk.next()) {
                    talk.say(WorkerMain.DONE + " " + answer(holder, command));
                }
            }
            clients.forEach(LockClient::close);
        });
    }

    private static long answer(Holder holder, String command) throws Exception {
        return switch (command) {
            case HOLD -> holder.hold();
            case RELEASE -> holder.release();
            case CPU -> OwnProcess.cpuNanos();
            case HEAP -> OwnProcess.heapBytes();
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }
}
