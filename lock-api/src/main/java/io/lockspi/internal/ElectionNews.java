package io.lockspi.internal;

import io.lockspi.ElectionListener;
import io.lockspi.Registration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells the listeners of one candidate what happened. Each listener has a queue of its own, so it hears everything in order
 * and one thing at a time, and one that blocks keeps only itself waiting. News is noted under the candidate's mutex, which
 * orders it, and delivered afterwards.
 */
final class ElectionNews {
    private final Callbacks callbacks;
    private final List<Reader> readers = new CopyOnWriteArrayList<>();

    ElectionNews(Callbacks callbacks) {
        this.callbacks = callbacks;
    }

    /** Adds a listener; under the candidate's mutex, as {@link #note}. */
    Registration add(ElectionListener listener, Iterable<Consumer<ElectionListener>> first) {
        Reader reader = new Reader(listener);
        first.forEach(reader.unread::add);
        readers.add(reader);
        return () -> readers.remove(reader);
    }

    void note(Consumer<ElectionListener> event) {
        readers.forEach(reader -> reader.unread.add(event));
    }

    /** Starts the delivery of what was noted; without any mutex held. */
    void deliver() {
        readers.forEach(Reader::start);
    }

    private final class Reader {
        private final ElectionListener listener;
        private final Queue<Consumer<ElectionListener>> unread = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean reading = new AtomicBoolean();

        Reader(ElectionListener listener) {
            this.listener = listener;
        }

        void start() {
            if (!unread.isEmpty() && reading.compareAndSet(false, true)) {
                callbacks.run(this::read);
            }
        }

        private void read() {
            for (Consumer<ElectionListener> event = unread.poll(); event != null; event = unread.poll()) {
                Consumer<ElectionListener> next = event;
                Callbacks.runGuarded(() -> next.accept(listener));
            }
            reading.set(false);
            // Something may have been noted between the last look and the line above.
            start();
        }
    }
}
