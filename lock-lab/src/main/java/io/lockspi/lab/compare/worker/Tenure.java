package io.lockspi.lab.compare.worker;

import io.lockspi.tck.history.Event;
import java.util.concurrent.atomic.AtomicBoolean;

/** One time that the client has the lock. The deadline belongs to the thread that holds. */
final class Tenure {
    /** The acquire. */
    final Event about;

    final long token;
    final AtomicBoolean lost = new AtomicBoolean();
    long deadline;

    Tenure(Event about, long token, long deadline) {
        this.about = about;
        this.token = token;
        this.deadline = deadline;
    }

    long operation() {
        return about.operation();
    }
}
