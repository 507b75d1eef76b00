package io.lockspi.redis;

import io.lockspi.spi.SpiEvents;

/**
 * Where other clients' releases leave their messages for this client. Immutable.
 *
 * @param name the channel's name
 * @param events who hears of the messages
 */
record Mailbox(String name, SpiEvents events) {

    /** A message came; its text is the encoded name of a lock. */
    void received(String encodedName) {
        events.mayBeFree(LockKeys.decode(encodedName));
    }

    /** The server has confirmed a subscription; what was sent before is lost. */
    void subscribed() {
        events.mayHaveMissedEvents();
    }
}
