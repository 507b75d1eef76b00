package io.lockspi.lab.compare;

import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A holder that was told that its claim is lost is not valid any more, whatever deadline it knew before. Without state. */
final class Losses {
    private Losses() {}

    private record Key(int process, long operation) {
        static Key of(Event event) {
            return new Key(event.process(), event.operation());
        }
    }

    /** The same history, with no deadline behind the loss of its claim. */
    static History endDeadlines(History history) {
        Map<Key, Long> losses = new HashMap<>();
        for (Event event : history.events()) {
            if (event.kind() == EventKind.LOST) {
                losses.putIfAbsent(Key.of(event), event.nanos());
            }
        }
        List<Event> events = history.events().stream()
                .map(event -> capped(event, losses.get(Key.of(event))))
                .toList();
        return new History(history.runId(), events, history.remarks());
    }

    private static Event capped(Event event, @Nullable Long loss) {
        boolean hasDeadline = event.kind() == EventKind.ACQUIRED
                || event.kind() == EventKind.RENEWED
                || event.kind() == EventKind.ENTERED;
        return loss == null || !hasDeadline || event.value() <= loss ? event : event.value(loss);
    }
}
