package io.lockspi.redlock;

import io.lockspi.redis.node.HashTag;
import io.lockspi.redis.node.Mailbox;
import io.lockspi.spi.SpiEvents;
import java.util.HashMap;
import java.util.Map;

/**
 * Joins the messages of one release, which every node sends: the engine hears of it once a majority of the nodes is free,
 * or a moment after the first message. Confined to the loop's thread.
 */
final class Hints {
    private static final long LATEST_NANOS = 10_000_000;

    private final Group group;
    private final String channel;
    private final SpiEvents events;
    private final Map<String, Integer> heard = new HashMap<>();

    Hints(Group group, String channel, SpiEvents events) {
        this.group = group;
        this.channel = channel;
        this.events = events;
    }

    /** One for each node's connection. */
    Mailbox mailbox() {
        return new Box();
    }

    private void heard(String name) {
        int count = heard.merge(name, 1, Integer::sum);
        if (count == 1) {
            group.later(LATEST_NANOS, () -> last(name));
        }
        if (count == group.majority()) {
            events.mayBeFree(name);
        }
    }

    private void last(String name) {
        Integer count = heard.remove(name);
        if (count != null && count < group.majority()) {
            events.mayBeFree(name);
        }
    }

    private final class Box implements Mailbox {
        @Override
        public String name() {
            return channel;
        }

        @Override
        public void received(String text) {
            heard(HashTag.decode(text));
        }

        @Override
        public void subscribed() {
            events.mayHaveMissedEvents();
        }
    }
}
