package io.lockspi.local;

import io.lockspi.spi.Claim;
import io.lockspi.spi.OwnerLabel;
import io.lockspi.spi.SpiEvents;

/** One service as its store sees it: a label, and where to send events. Thread-safe. */
final class Client {
    private static final SpiEvents NOBODY = new SpiEvents() {
        @Override
        public void mayBeFree(String name) {}

        @Override
        public void mayHaveMissedEvents() {}

        @Override
        public void lost(Claim claim) {}
    };

    private final OwnerLabel label;
    private volatile SpiEvents events = NOBODY;

    Client(OwnerLabel label) {
        this.label = label;
    }

    OwnerLabel label() {
        return label;
    }

    SpiEvents events() {
        return events;
    }

    void listen(SpiEvents receiver) {
        events = receiver;
    }

    void silence() {
        events = NOBODY;
    }
}
