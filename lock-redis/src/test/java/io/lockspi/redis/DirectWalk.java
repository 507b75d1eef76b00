package io.lockspi.redis;

import io.lockspi.redis.model.Config;
import io.lockspi.redis.model.Move;
import io.lockspi.redis.model.Moves;
import io.lockspi.redis.model.State;
import io.lockspi.servers.RedisProbe;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import java.util.Random;

/** The network is the model's: a request is sent to the server when the model says that it arrives. */
final class DirectWalk extends ConformanceWalk {
    private static final int NEVER = 0;
    private static final int RARE = 1;
    private static final int OFTEN = 6;

    private final TestClient client;
    private final int[] possible = new int[Moves.MOST];

    DirectWalk(String name, Config config, TestClient client, RedisProbe probe, Random random) {
        super(name, config, probe, random);
        this.client = client;
    }

    @Override
    void step() {
        boolean asked = false;
        for (int tries = 0; tries < 20 && !asked; tries++) {
            int count = moves.possible(state, possible);
            int move = possible[random.nextInt(count)];
            Move kind = Move.kind(move);
            if (random.nextInt(OFTEN) < chance(kind)) {
                asked = isRequest(kind);
                make(move, asked);
            }
        }
    }

    private void make(int move, boolean request) {
        before.copyFrom(state);
        String expected = moves.reply(state, move);
        model(move);
        if (request) {
            expect(answer(move), expected);
            compareStores();
        }
    }

    /** Ends are rarer than the rest, so that queues form and leases run out. */
    private static int chance(Move kind) {
        return switch (kind) {
            case TICK -> NEVER;
            case CRASH, FORGET, GIVE_UP, UNLOCK, TIMEOUT, RELEASE_ARRIVES -> RARE;
            default -> kind.name().endsWith("LOST") ? RARE : OFTEN;
        };
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
}
