package io.lockspi.redis;

import io.lockspi.redis.node.HashTag;
import io.lockspi.redis.node.Mailbox;
import io.lockspi.spi.SpiEvents;

/**
 * Passes messages on to the engine. Immutable.
 *
 * @param name the channel's name
 * @param events who hears of the messages
 */
record EventsMailbox(String name, SpiEvents events) implements Mailbox {

    @Override
    public void received(String text) {
        events.mayBeFree(HashTag.decode(text));
    }

    @Override
    public void subscribed() {
        events.mayHaveMissedEvents();
    }
}
