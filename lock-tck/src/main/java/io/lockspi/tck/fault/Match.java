package io.lockspi.tck.fault;

import java.util.function.Predicate;

/**
 * Which message a {@link FaultProxy} hook waits for. Immutable.
 *
 * <p>Counting begins when the hook is set, so that a test need not know what a client says while it connects.
 */
public final class Match {

    private final Direction direction;
    private final Predicate<Message> condition;
    private final int nth;
    private final boolean repeating;
    private final boolean answer;

    private Match(Direction direction, Predicate<Message> condition, int nth, boolean repeating, boolean answer) {
        this.direction = direction;
        this.condition = condition;
        this.nth = nth;
        this.repeating = repeating;
        this.answer = answer;
    }

    /** Returns a match for the next request. */
    public static Match request() {
        return new Match(Direction.REQUESTS, message -> true, 1, false, false);
    }

    /**
     * Returns a match for the n-th request from now.
     *
     * @param n counted from 1
     * @throws IllegalArgumentException if {@code n} is below 1
     */
    public static Match request(int n) {
        return request().nth(n);
    }

    /** Returns a match for the next message of the server. */
    public static Match reply() {
        return new Match(Direction.REPLIES, message -> true, 1, false, false);
    }

    /**
     * Returns a match for the n-th message of the server from now.
     *
     * @param n counted from 1
     * @throws IllegalArgumentException if {@code n} is below 1
     */
    public static Match reply(int n) {
        return reply().nth(n);
    }

    /**
     * Returns a match for the server's answer to a request.
     *
     * <p>Answers are found by their order on the connection. A connection that subscribes to Redis channels has no such
     * order (a subscription is confirmed once per channel), and cannot be matched so.
     *
     * @param request a match for the request
     * @throws IllegalArgumentException if {@code request} matches replies
     */
    public static Match answerTo(Match request) {
        if (request.direction != Direction.REQUESTS || request.answer) {
            throw new IllegalArgumentException(
                    "Only a request has an answer, and a match for replies was given; begin with Match.request()");
        }
        return new Match(Direction.REQUESTS, request.condition, request.nth, request.repeating, true);
    }

    /**
     * Narrows this match to messages that contain a piece of text.
     *
     * @param part looked for as UTF-8, case-sensitive
     */
    public Match containing(String part) {
        return where(message -> message.contains(part));
    }

    /**
     * Narrows this match to messages that fulfil a condition.
     *
     * @param further must be quick and must not call the proxy; one that throws does not match
     */
    public Match where(Predicate<Message> further) {
        return new Match(direction, condition.and(further), nth, repeating, answer);
    }

    /**
     * Takes the n-th message that fulfils the conditions.
     *
     * @param n counted from 1
     * @throws IllegalArgumentException if {@code n} is below 1
     */
    public Match nth(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("Messages are counted from 1, and number " + n + " was asked");
        }
        return new Match(direction, condition, n, repeating, answer);
    }

    /** Takes the n-th message that fulfils the conditions and all later ones. */
    public Match andAllLater() {
        return new Match(direction, condition, nth, true, answer);
    }

    boolean isAnswer() {
        return answer;
    }

    /** Whether the message is of the kind that is counted; for an answer, the request is. */
    boolean accepts(Message message) {
        return message.direction() == direction && condition.test(message);
    }

    boolean firesAt(int count) {
        return repeating ? count >= nth : count == nth;
    }

    @Override
    public String toString() {
        String what = (answer ? "the answer to " : "") + (direction == Direction.REQUESTS ? "request " : "reply ");
        return what + nth + (repeating ? " and all later" : "");
    }
}
