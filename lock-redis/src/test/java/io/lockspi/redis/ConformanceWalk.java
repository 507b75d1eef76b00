package io.lockspi.redis;

import io.lockspi.redis.model.Config;
import io.lockspi.redis.model.Move;
import io.lockspi.redis.model.Moves;
import io.lockspi.redis.model.State;
import io.lockspi.servers.RedisProbe;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One lock, in the model and on the server. */
abstract class ConformanceWalk {
    /** 3 ticks of the model, to the middle of the third. */
    static final Duration LEASE = Duration.ofMillis(5 * StoredState.TICK_MILLIS / 2);

    private static final int SHOWN = 40;

    final Moves moves;
    final State state;
    final State before;
    final List<Claim> claims = new ArrayList<>();
    final Random random;
    private final StoredState stored;
    private final RedisProbe probe;
    private final List<String> story = new ArrayList<>();

    ConformanceWalk(String name, Config config, RedisProbe probe, Random random) {
        this.moves = Moves.keepingAll(config);
        this.state = new State(config);
        this.before = new State(config);
        this.probe = probe;
        this.random = random;
        for (int claim = 0; claim < config.claims(); claim++) {
            claims.add(TestClient.withLease(TestClient.claim(name, 2), LEASE));
        }
        this.stored = new StoredState(claims);
        story.add(name);
    }

    /** Moves at random until a request has reached the server, and compares what it did. */
    abstract void step();

    /** Real time has passed. */
    void tick() {
        model(Move.TICK.of(0));
    }

    void model(int move) {
        story.add(Move.describe(move, state));
        moves.apply(state, move);
    }

    void note(String line) {
        story.add("(" + line + ")");
    }

    void expect(String answer, String expected) {
        if (!answer.equals(expected)) {
            throw new AssertionError("answer " + answer + ", not " + expected + ", after\n" + told());
        }
    }

    /** Compares the store with the model; {@link #before} is the state before the last requests. */
    void compareStores() {
        boolean grantsAnew = state.owner() >= 0 && state.owner() != before.owner();
        boolean released = before.owner() >= 0 && state.owner() < 0;
        stored.assertLike(state, grantsAnew, released, probe, this::told);
    }

    /** Whether nothing of interest can happen any more. */
    boolean isOver() {
        for (int claim = 0; claim < state.claims; claim++) {
            if (state.get(claim, State.STATUS) < State.ENDED) {
                return false;
            }
        }
        return random.nextInt(3) == 0;
    }

    static String named(Attempt attempt) {
        if (attempt instanceof Attempt.Granted) {
            return "GRANTED";
        }
        if (attempt instanceof Attempt.Held held) {
            return held.retryAfter() == null ? "REFUSED" : "HELD";
        }
        return "none";
    }

    private String told() {
        return String.join("\n  ", story.subList(Math.max(0, story.size() - SHOWN), story.size()));
    }
}
