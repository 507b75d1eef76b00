package io.lockspi.tck.fault;

import java.util.ArrayList;
import java.util.List;

/** A message that has just been read, and the hooks that concern it. */
final class Arrival {

    private final Message message;
    private final List<Hook> acting = new ArrayList<>();
    private final List<Hook> awaitingAnswer = new ArrayList<>();

    Arrival(Message message) {
        this.message = message;
    }

    void addIf(boolean acts, Hook hook) {
        if (acts) {
            acting.add(hook);
        }
    }

    void addCounted(Hook hook) {
        (hook.isForAnswer() ? awaitingAnswer : acting).add(hook);
    }

    Message message() {
        return message;
    }

    /** Hooks on this very message. */
    List<Hook> acting() {
        return acting;
    }

    /** Hooks on the answer that the server will give to this message. */
    List<Hook> awaitingAnswer() {
        return awaitingAnswer;
    }

    void runBefore() {
        acting.forEach(hook -> hook.runBefore(message));
    }

    /** Under the proxy's lock. */
    void decided() {
        acting.forEach(hook -> hook.hasFired(message));
    }

    void runAfter() {
        acting.forEach(hook -> hook.runAfter(message));
    }
}
