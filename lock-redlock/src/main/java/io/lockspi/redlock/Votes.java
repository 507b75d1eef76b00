package io.lockspi.redlock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The election of one fencing token: what the nodes have answered to one attempt, and what follows. Pure: no I/O, no
 * clock. Not thread-safe.
 *
 * <p>A node votes for a token if at one instant it was owned by the attempt and its counter was that token. A token with
 * the votes of a majority is granted: two majorities share a node, which gave its votes one after the other, and between
 * them the second attempt's acquire raised the counter by a whole block. So tokens are unique and rise, whatever is
 * lost, late or doubled, and whatever clocks do, as long as no counter falls.
 *
 * <p>Source: the owner-checked vote is this project's own, for the tokens that Redlock lacks.
 */
final class Votes {
    private static final int MAX_ROUNDS = 5;
    private static final long NONE = -1;

    /** What to do now. */
    enum Kind {
        /** Wait for more answers. */
        WAIT,
        /** Ask the nodes of {@link #toConfirm} to vote for the token. */
        CONFIRM,
        /** A majority voted for the token. */
        GRANTED,
        /** No majority is possible. */
        FAILED
    }

    /**
     * What to do now.
     *
     * @param kind what
     * @param token the token to confirm or granted, else 0
     */
    record Decision(Kind kind, long token) {}

    private enum State {
        /** The acquire has not been answered. */
        ASKED,
        /** Owned by the attempt. */
        OWNED,
        /** Owned by another attempt. */
        BUSY,
        /** Answered otherwise, or not at all. */
        OUT
    }

    private final int majority;
    private final State[] states;
    /** The newest token that a node is known to have voted for. */
    private final long[] votes;
    /** The token that a node was asked to confirm, and has not answered. */
    private final long[] asked;

    private int rounds;
    private long confirming;

    /** An election in which every node has just been asked. */
    Votes(int nodes) {
        this(nodes, nodes / 2 + 1);
    }

    /** For a proof that nothing less than a majority will do. */
    Votes(int nodes, int majority) {
        this.majority = majority;
        this.states = new State[nodes];
        this.votes = new long[nodes];
        this.asked = new long[nodes];
        Arrays.fill(states, State.ASKED);
        Arrays.fill(votes, NONE);
        Arrays.fill(asked, NONE);
    }

    /** A node owned by the attempt has this counter: the answer to an acquire, and to a confirmation that came too late. */
    void owned(int node, long counter) {
        if (states[node] == State.ASKED || states[node] == State.OWNED) {
            states[node] = State.OWNED;
            votes[node] = Math.max(votes[node], counter);
            asked[node] = NONE;
        }
    }

    /** A node belongs to another attempt. */
    void busy(int node) {
        states[node] = State.BUSY;
    }

    /** A node does not count any more: it refused, did not answer, or lost what it had. */
    void out(int node) {
        states[node] = State.OUT;
        votes[node] = NONE;
        asked[node] = NONE;
    }

    /** A node that belonged to another attempt is asked again. */
    void askedAgain(int node) {
        states[node] = State.ASKED;
    }

    /** Ends the wait: who has not answered by now is out. */
    void timeUp() {
        for (int node = 0; node < states.length; node++) {
            if (states[node] == State.ASKED || asked[node] != NONE) {
                out(node);
            }
        }
    }

    /** What to do now. */
    Decision decide() {
        for (long vote : votes) {
            if (vote != NONE && count(vote) >= majority) {
                return new Decision(Kind.GRANTED, vote);
            }
        }
        int owned = owned();
        if (owned >= majority) {
            return confirm(Arrays.stream(votes).max().orElse(NONE));
        }
        return new Decision(owned + waiting() < majority ? Kind.FAILED : Kind.WAIT, 0);
    }

    private Decision confirm(long token) {
        if (token != confirming) {
            confirming = token;
            if (++rounds > MAX_ROUNDS) {
                return new Decision(Kind.FAILED, 0);
            }
        }
        return new Decision(toConfirm(token).isEmpty() ? Kind.WAIT : Kind.CONFIRM, token);
    }

    /** Who has to be asked to vote for a token, and was not yet. */
    List<Integer> toConfirm(long token) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < states.length; node++) {
            if (states[node] == State.OWNED && votes[node] < token && asked[node] < token) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /** Notes that a node was asked to vote for a token. */
    void confirming(int node, long token) {
        asked[node] = token;
    }

    /** True if every vote came with the answer to the acquire. */
    boolean oneRoundTrip() {
        return rounds == 0;
    }

    /** How many nodes the attempt owns. */
    int owned() {
        return count(State.OWNED);
    }

    /** How many nodes have said who owns them. */
    int answered() {
        return owned() + count(State.BUSY);
    }

    /** How many nodes may still answer. */
    int waiting() {
        return count(State.ASKED);
    }

    boolean isOwned(int node) {
        return states[node] == State.OWNED;
    }

    boolean isBusy(int node) {
        return states[node] == State.BUSY;
    }

    boolean isAsked(int node) {
        return states[node] == State.ASKED;
    }

    /** Whether a node's answer to a confirmation is waited for. */
    boolean isConfirming(int node) {
        return asked[node] != NONE;
    }

    /** No stream, since it is asked for with each answer. */
    private int count(State wanted) {
        int count = 0;
        for (State state : states) {
            count += state == wanted ? 1 : 0;
        }
        return count;
    }

    private int count(long token) {
        int count = 0;
        for (long vote : votes) {
            count += vote == token ? 1 : 0;
        }
        return count;
    }
}
