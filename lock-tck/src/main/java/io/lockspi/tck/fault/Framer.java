package io.lockspi.tck.fault;

/**
 * Cuts a byte stream into messages, so that a {@link FaultProxy} can count and match them.
 *
 * <p>Implementations are stateless and thread-safe, and never refuse bytes: what they do not understand is a message
 * of its own, because a proxy must not stop a stream that the server itself would answer.
 */
public interface Framer {

    /**
     * Finds the end of the first message.
     *
     * @param buffer the bytes read so far, not to be changed
     * @param offset where the first message begins
     * @param length how many bytes are there, at least 1
     * @return the number of bytes of the first message, at most {@code length}; -1 while it is incomplete
     */
    int frameLength(byte[] buffer, int offset, int length);

    /**
     * Tells whether a message of the server answers a request, rather than being sent unasked.
     *
     * @param reply a whole message, not to be changed
     * @return whether it answers the oldest request of its connection that has no answer yet
     */
    boolean isAnswer(byte[] reply);

    /** Tells whether each request has one answer, in order, so that answers can be matched to requests. */
    default boolean answersInOrder() {
        return true;
    }
}
