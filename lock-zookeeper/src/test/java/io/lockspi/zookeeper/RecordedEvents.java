package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Claim;
import io.lockspi.spi.SpiEvents;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The engine's end of the events, which keeps them. */
final class RecordedEvents implements SpiEvents {
    static final String MISSED = "(missed)";

    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void mayBeFree(String name) {
        events.add(name);
    }

    @Override
    public void mayHaveMissedEvents() {
        events.add(MISSED);
    }

    @Override
    public void lost(Claim claim) {
        events.add("lost " + claim.id());
    }

    /** Forgets what has come. */
    void clear() {
        events.clear();
    }

    /** Waits for the next event. */
    void awaitNext(String expected) {
        try {
            assertThat(events.poll(5, TimeUnit.SECONDS)).as("next event").isEqualTo(expected);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits a while and finds nothing. */
    void expectNone(Duration patience) {
        try {
            assertThat(events.poll(patience.toMillis(), TimeUnit.MILLISECONDS))
                    .as("next event")
                    .isNull();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
