package io.lockspi.redis;

import io.lockspi.redis.model.Config;
import io.lockspi.redis.model.Move;
import io.lockspi.redis.model.Moves;
import io.lockspi.redis.model.State;
import io.lockspi.servers.RedisProbe;
import io.lockspi.spi.Claim;
import io.lockspi.tck.fault.Hook;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * Real clients behind a proxy each: a request arrives once or twice, its answer gets lost, it gets lost itself, or it is held
 * until long after its client was cut off. The model makes the same moves.
 */
final class WireWalk extends ConformanceWalk {
    private final List<WireClient> clients;
    private final List<Late> held = new ArrayList<>();
    private final int[] possible = new int[Moves.MOST];

    /** A request that its client has given up, and that may still arrive. */
    private record Late(int claim, Script script, WireClient client, Hook hook) {}

    WireWalk(String name, Config config, List<WireClient> clients, RedisProbe probe, Random random) {
        super(name, config, probe, random);
        this.clients = clients;
    }

    @Override
    void tick() {
        super.tick();
        forgetUnsent();
    }

    @Override
    void step() {
        before.copyFrom(state);
        if (!held.isEmpty() && random.nextInt(4) == 0) {
            arriveLate(held.remove(random.nextInt(held.size())));
            compareStores();
            return;
        }
        int count = moves.possible(state, possible);
        List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (isSending(Move.kind(possible[i]))) {
                wanted.add(possible[i]);
            }
        }
        for (int claim = 0; claim < state.claims; claim++) {
            if (state.get(claim, State.STATUS) == State.RELEASING && isHeld(claim, Script.RELEASE)) {
                wanted.add(Move.SEND_RELEASE.of(claim));
            }
        }
        if (!wanted.isEmpty()) {
            send(wanted.get(random.nextInt(wanted.size())));
            forgetUnsent();
            compareStores();
        }
    }

    private static boolean isSending(Move kind) {
        return switch (kind) {
            case START_WAITING, START_SINGLE, ASK_AGAIN, GIVE_UP, UNLOCK, SEND_RELEASE, RENEW, FORGET -> true;
            default -> false;
        };
    }

    private void send(int move) {
        int claim = Move.claim(move);
        model(move);
        switch (Move.kind(move)) {
            case START_WAITING, START_SINGLE, ASK_AGAIN -> exchange(claim, Script.ACQUIRE, Move.REQUEST_ARRIVES);
            case RENEW -> exchange(claim, Script.RENEW, Move.RENEWAL_ARRIVES);
            case FORGET -> {}
            default -> exchange(claim, Script.RELEASE, Move.RELEASE_ARRIVES);
        }
    }

    private void exchange(int claim, Script script, Move arrives) {
        WireFate[] fates = isHeld(claim, script) ? WireFate.NOT_HELD : WireFate.values();
        WireFate fate = random.nextInt(3) == 0 ? WireFate.NORMAL : fates[random.nextInt(fates.length)];
        note(fate.toString());
        WireClient client = clients.get(state.name(claim).charAt(0) - 'A');
        String expected = fate.isAnswered() ? moves.reply(state, arrives.of(claim)) : "none";
        Claim wire = claims.get(claim);
        boolean waits = state.get(claim, State.WAITS) == 1;
        boolean unanswered = state.get(claim, State.MISSED) == 1;
        WireClient.Exchange exchange = client.exchange(fate, script, wire, waits, unanswered);
        if (fate.arrives()) {
            model(arrives.of(claim));
        }
        if (fate == WireFate.TWICE) {
            model(arrives.of(claim, script == Script.ACQUIRE ? 1 : 0));
        }
        if (fate == WireFate.LATE) {
            held.add(new Late(claim, script, client, exchange.hook()));
        }
        settle(claim, script, fate);
        expect(exchange.answer(), expected);
    }

    /** The client has its answer, or has none and was cut off. */
    private void settle(int claim, Script script, WireFate fate) {
        if (script == Script.ACQUIRE) {
            if (fate.isAnswered()) {
                model(Move.ANSWER_ARRIVES.of(claim));
                model(Move.REQUEST_IS_LOST.of(claim));
            } else {
                model((fate == WireFate.LATE ? Move.ANSWER_IS_LOST : Move.REQUEST_IS_LOST).of(claim));
                model(Move.ANSWER_IS_LOST.of(claim));
                model(Move.TIMEOUT.of(claim));
            }
        } else if (script == Script.RENEW) {
            boolean told = fate.isAnswered() && state.get(claim, State.RENEWED) > 0;
            model((told ? Move.RENEWED_ARRIVES : Move.RENEWED_IS_LOST).of(claim));
            if (fate != WireFate.LATE) {
                model(Move.RENEWAL_IS_LOST.of(claim));
            }
        } else {
            model((fate.isAnswered() ? Move.RELEASED_ARRIVES : Move.RELEASED_IS_LOST).of(claim));
        }
    }

    private void arriveLate(Late late) {
        note("held until now");
        late.client().letGo(late.hook());
        int claim = late.claim();
        switch (late.script()) {
            case ACQUIRE -> {
                model(Move.OLD_REQUEST_ARRIVES.of(claim));
                model(Move.ANSWER_IS_LOST.of(claim));
                model(Move.OLD_REQUEST_IS_LOST.of(claim));
            }
            case RENEW -> {
                model(Move.RENEWAL_ARRIVES.of(claim));
                model(Move.RENEWED_IS_LOST.of(claim));
                model(Move.RENEWAL_IS_LOST.of(claim));
            }
            default -> {
                model(Move.RELEASE_ARRIVES.of(claim));
                model(Move.RELEASED_IS_LOST.of(claim));
            }
        }
        forgetUnsent();
    }

    /** The model sends releases by itself; those that are not on the wire are lost. */
    private void forgetUnsent() {
        for (int claim = 0; claim < state.claims; claim++) {
            if (state.get(claim, State.RELEASE) == 1 && !isHeld(claim, Script.RELEASE)) {
                model(Move.RELEASE_IS_LOST.of(claim));
            }
        }
    }

    private boolean isHeld(int claim, Script script) {
        return held.stream().anyMatch(late -> late.claim() == claim && late.script() == script);
    }

    @Override
    boolean isOver() {
        if (!super.isOver()) {
            return false;
        }
        for (Iterator<Late> rest = held.iterator(); rest.hasNext(); rest.remove()) {
            Late late = rest.next();
            late.client().letGo(late.hook());
        }
        return true;
    }
}
