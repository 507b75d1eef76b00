package io.lockspi.tck.fault;

import java.nio.ByteBuffer;

/** A 4-byte length, then as many bytes. */
final class LengthPrefixedFramer implements Framer {

    private static final int PREFIX = Integer.BYTES;

    /** Longer than any real packet; ZooKeeper's four-letter words ("ruok") read as a length are beyond it. */
    private static final int LONGEST = 64 << 20;

    /** The xid of ZooKeeper's watch events, which answer no request. */
    private static final int NOTIFICATION_XID = -1;

    @Override
    public int frameLength(byte[] buffer, int offset, int length) {
        if (length < PREFIX) {
            return -1;
        }
        int size = ByteBuffer.wrap(buffer, offset, PREFIX).getInt();
        if (size < 0 || size > LONGEST) {
            return length;
        }
        return length - PREFIX >= size ? PREFIX + size : -1;
    }

    @Override
    public boolean isAnswer(byte[] reply) {
        return reply.length < 2 * PREFIX || ByteBuffer.wrap(reply).getInt(PREFIX) != NOTIFICATION_XID;
    }

    @Override
    public String toString() {
        return "LENGTH_PREFIXED";
    }
}
