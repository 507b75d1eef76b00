package io.lockspi;

/**
 * The lock was lost before this call: its lease ran out, the store gave it away, or the service was closed. Work done
 * since may have overlapped with the next holder's. The next holder is untouched, and the lock can be used again at once.
 */
public class LockLostException extends IllegalMonitorStateException {
    private static final long serialVersionUID = 1L;

    /** The event that was signalled to the listeners. */
    private final transient LossEvent event;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     * @param event what happened
     */
    public LockLostException(String message, LossEvent event) {
        super(message);
        this.event = event;
    }

    /**
     * What happened.
     *
     * @return the event that was signalled to the listeners; {@code null} only after deserialisation
     */
    public LossEvent event() {
        return event;
    }
}
