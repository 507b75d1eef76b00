package io.lockspi.tck.workload;

import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.HistoryWriter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Records what the threads of one process do with the locks. Thread-safe. */
final class ClientRecorder {
    private record Held(String lock, long token) {}

    private record Holder(int thread, long operation) {}

    private final HistoryWriter history;
    private final int process;
    private final AtomicLong operations = new AtomicLong();
    private final Map<Held, Holder> holders = new ConcurrentHashMap<>();

    ClientRecorder(HistoryWriter history, int process) {
        this.history = history;
        this.process = process;
    }

    long nextOperation() {
        return operations.incrementAndGet();
    }

    void record(EventKind kind, int thread, long operation, String lock, String note) {
        history.record(Event.of(kind, process, thread, operation, lock).note(note));
    }

    void acquired(int thread, long operation, String lock, Evidence evidence) {
        if (evidence.token() != 0) {
            // A nested acquire has the token of the outer one, and a loss is the outer one's.
            holders.putIfAbsent(new Held(lock, evidence.token()), new Holder(thread, operation));
        }
        history.record(Event.of(EventKind.ACQUIRED, process, thread, operation, lock)
                .token(evidence.token())
                .claim(evidence.claim())
                .value(evidence.deadline()));
    }

    void renewed(int thread, long operation, String lock, Evidence evidence) {
        history.record(
                Event.of(EventKind.RENEWED, process, thread, operation, lock).value(evidence.deadline()));
    }

    void releasing(int thread, long operation, String lock, long token) {
        holders.remove(new Held(lock, token), new Holder(thread, operation));
        record(EventKind.INVOKE_RELEASE, thread, operation, lock, "");
    }

    void lost(String lock, long token) {
        Holder holder = holders.remove(new Held(lock, token));
        if (holder != null) {
            record(EventKind.LOST, holder.thread(), holder.operation(), lock, "");
        }
    }

    void fault(String note) {
        history.record(Event.fault(EventKind.FAULT, process, note));
    }
}
