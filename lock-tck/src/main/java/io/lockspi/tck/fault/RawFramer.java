package io.lockspi.tck.fault;

/** One read, one message. */
final class RawFramer implements Framer {

    @Override
    public int frameLength(byte[] buffer, int offset, int length) {
        return length;
    }

    @Override
    public boolean isAnswer(byte[] reply) {
        return false;
    }

    @Override
    public boolean answersInOrder() {
        return false;
    }

    @Override
    public String toString() {
        return "RAW";
    }
}
