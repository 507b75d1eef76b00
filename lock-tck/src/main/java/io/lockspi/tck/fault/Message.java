package io.lockspi.tck.fault;

import java.nio.charset.StandardCharsets;

/**
 * One message seen by a {@link FaultProxy}, as its {@link Framer} cut it out of the stream. Immutable.
 */
public final class Message {

    private final Direction direction;
    private final long number;
    private final long connection;
    private final byte[] bytes;
    private final long answerIndex;

    Message(Direction direction, long number, long connection, byte[] bytes, long answerIndex) {
        this.direction = direction;
        this.number = number;
        this.connection = connection;
        this.bytes = bytes;
        this.answerIndex = answerIndex;
    }

    /** Returns the way it travels. */
    public Direction direction() {
        return direction;
    }

    /** Returns its number among all messages of its direction, over all connections since the proxy opened, counted from 1. */
    public long number() {
        return number;
    }

    /** Returns the connection it belongs to, counted from 1 in the order of acceptance. */
    public long connection() {
        return connection;
    }

    /** Returns a copy of its bytes, framing included. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns its bytes as ISO-8859-1 text, so that each byte is one character. */
    public String text() {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /**
     * Tells whether it contains a piece of text.
     *
     * @param part looked for as UTF-8, case-sensitive
     * @return whether the bytes occur in it
     */
    public boolean contains(String part) {
        return text().contains(new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    /** The internal array; callers in this package only read it. */
    byte[] raw() {
        return bytes;
    }

    /** For a reply: which request of its connection it answers, counted from 1; 0 when it answers none. */
    long answerIndex() {
        return answerIndex;
    }

    @Override
    public String toString() {
        return direction + " #" + number + " on connection " + connection + ", " + bytes.length + " bytes";
    }
}
