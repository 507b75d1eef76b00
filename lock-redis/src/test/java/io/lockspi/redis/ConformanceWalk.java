package io.lockspi.redis;

import io.lockspi.redis.model.Config;
import io.lockspi.redis.model.Move;
import io.lockspi.redis.model.Moves;
import io.lockspi.redis.model.State;
import io.lockspi.servers.RedisProbe;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** One lock, in the model and on the server: each request that arrives in the model is made of the real scripts. */
final class ConformanceWalk {
    /** 3 ticks of the model, to the middle of the third. */
    static final Duration LEASE = Duration.ofMillis(5 * StoredState.TICK_MILLIS / 2);

    private static final int SHOWN = 40;

    private final Moves moves;
    private final State state;
    private final State before;
    private final List<Claim> claims = new ArrayList<>();
    private final StoredState stored;
    private final TestClient client;
    private final RedisProbe probe;
    private final Random random;
    private final Deque<String> story = new ArrayDeque<>();
    private final int[] possible = new int[Moves.MOST];

    ConformanceWalk(String name, Config config, TestClient client, RedisProbe probe, Random random) {
        this.moves = Moves.keepingAll(config);
        this.state = new State(config);
        this.before = new State(config);
        this.client = client;
        this.probe = probe;
        this.random = random;
        for (int claim = 0; claim < config.claims(); claim++) {
            claims.add(TestClient.withLease(TestClient.claim(name, 2), LEASE));
        }
        this.stored = new StoredState(claims);
        story.add(name);
    }

    void tick() {
        story.add("time passes");
        moves.apply(state, Move.TICK.of(0));
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

    /** Moves at random until a request has reached the server. */
    void step() {
        boolean asked = false;
        for (int tries = 0; tries < 20 && !asked; tries++) {
            int count = moves.possible(state, possible);
            int move = possible[random.nextInt(count)];
            Move kind = Move.kind(move);
            boolean rare = kind == Move.CRASH || kind == Move.FORGET || kind.name().endsWith("LOST");
            if (kind != Move.TICK && (!rare || random.nextInt(8) == 0)) {
                make(move);
                asked = isRequest(kind);
            }
        }
    }

    private void make(int move) {
        story.add(Move.describe(move, state));
        before.copyFrom(state);
        String expected = moves.reply(state, move);
        moves.apply(state, move);
        if (isRequest(Move.kind(move))) {
            String answer = answer(move);
            if (!answer.equals(expected)) {
                throw new AssertionError("answer " + answer + ", not " + expected + ", after\n" + told());
            }
            stored.assertLike(state, state.owner() >= 0 && state.owner() != before.owner(), probe, this::told);
        }
    }

    private static boolean isRequest(Move kind) {
        return switch (kind) {
            case REQUEST_ARRIVES, OLD_REQUEST_ARRIVES, RENEWAL_ARRIVES, RELEASE_ARRIVES -> true;
            default -> false;
        };
    }

    private String answer(int move) {
        int number = Move.claim(move);
        Claim claim = claims.get(number);
        boolean unanswered = before.get(number, State.MISSED) == 1;
        return switch (Move.kind(move)) {
            case RENEWAL_ARRIVES -> String.valueOf(client.renew(claim, LEASE) instanceof Renewal.Extended);
            case RELEASE_ARRIVES ->
                String.valueOf(unanswered ? client.releaseUnanswered(claim) : client.release(claim));
            default -> {
                boolean waits = before.get(number, State.WAITS) == 1;
                yield named(waits ? client.waitFor(claim) : client.tryAcquire(claim));
            }
        };
    }

    private static String named(Attempt attempt) {
        if (attempt instanceof Attempt.Granted) {
            return "GRANTED";
        }
        return attempt instanceof Attempt.Held held ? held.retryAfter() == null ? "REFUSED" : "HELD" : attempt.toString();
    }

    private String told() {
        List<String> lines = new ArrayList<>(story);
        return String.join("\n  ", lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()));
    }
}
