package io.lockspi.tck.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Something a {@link FaultProxy} does when a message passes. Thread-safe.
 *
 * <p>All state is guarded by the proxy's own lock.
 */
public final class Hook {

    private static final System.Logger LOGGER = System.getLogger(Hook.class.getName());

    private final ProxyState state;
    private final Match match;
    private final Fate fate;
    private final Consumer<Message> before;
    private final Consumer<Message> after;

    private final Map<Long, Set<Long>> awaitedAnswers = new HashMap<>();
    private final List<Message> fired = new ArrayList<>();
    private int count;
    private boolean cancelled;
    private boolean released;

    Hook(ProxyState state, Match match, Fate fate, Consumer<Message> before, Consumer<Message> after) {
        this.state = state;
        this.match = match;
        this.fate = fate;
        this.before = before;
        this.after = after;
    }

    /** Returns how often it has fired; what it does before the message is done by then, and the message is held, say. */
    public int timesFired() {
        return state.locked(fired::size);
    }

    /** Returns the messages that it fired on, oldest first. */
    public List<Message> messages() {
        return state.locked(() -> List.copyOf(fired));
    }

    /**
     * Waits until it has fired.
     *
     * @param timeout how long at most
     * @return the first message that it fired on
     * @throws TimeoutException if it has not fired in time
     * @throws InterruptedException if the caller is interrupted
     */
    public Message awaitFired(Duration timeout) throws InterruptedException, TimeoutException {
        state.await(timeout, () -> !fired.isEmpty(), () -> "The hook on " + match + " did not fire");
        return messages().get(0);
    }

    /** Delivers what this hook holds; what it would hold from now on passes. Does nothing the second time. */
    public void release() {
        state.update(this::letGo);
    }

    /** Stops it from firing again. What it already holds stays held until {@link #release()}. */
    public void cancel() {
        state.update(() -> cancelled = true);
    }

    /** As {@link #release()}, under the proxy's lock. */
    void letGo() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }

    Fate fate() {
        return fate;
    }

    boolean isForAnswer() {
        return match.isAnswer();
    }

    /** Counts the message; true if this hook acts on it, or on its answer. Under the proxy's lock. */
    boolean counts(Message message) {
        if (cancelled || !accepts(message)) {
            return false;
        }
        count++;
        return match.firesAt(count);
    }

    private boolean accepts(Message message) {
        try {
            return match.accepts(message);
        } catch (RuntimeException e) {
            LOGGER.log(System.Logger.Level.WARNING, "The condition of the hook on " + match + " failed", e);
            return false;
        }
    }

    void expectAnswer(long connection, long index) {
        awaitedAnswers.computeIfAbsent(connection, key -> new HashSet<>()).add(index);
    }

    boolean isAwaitedAnswer(Message reply) {
        Set<Long> indexes = awaitedAnswers.get(reply.connection());
        return !cancelled && indexes != null && indexes.remove(reply.answerIndex());
    }

    void runBefore(Message message) {
        run(before, message);
    }

    /** What becomes of the message is settled: it is held, say. Under the proxy's lock. */
    void hasFired(Message message) {
        fired.add(message);
    }

    void runAfter(Message message) {
        run(after, message);
    }

    /** A failing action is logged and never stops the stream: the test then fails by what it observes. */
    private void run(Consumer<Message> action, Message message) {
        try {
            action.accept(message);
        } catch (RuntimeException | AssertionError e) {
            LOGGER.log(System.Logger.Level.ERROR, "The action of the hook on " + match + " failed at " + message, e);
        }
    }
}
