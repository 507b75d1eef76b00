package io.lockspi.redis.node;

/** Where other clients' releases leave their messages for this client. Called on a network thread; must not block. */
public interface Mailbox {
    /** What a script is told instead of a channel if a claim waits and cannot be told; nothing at all if it does not wait. */
    String NONE = "-";

    /** The channel's name. */
    String name();

    /**
     * A message came.
     *
     * @param text what was published: the encoded name of a lock
     */
    void received(String text);

    /** The server has confirmed a subscription; what was sent before is lost. */
    void subscribed();
}
