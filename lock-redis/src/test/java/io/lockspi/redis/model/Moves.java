package io.lockspi.redis.model;

import static io.lockspi.redis.model.State.*;

import io.lockspi.redis.model.Config.Ability;

/** Which moves a state allows, and what each does. */
public final class Moves {
    /** More than any state has. */
    public static final int MOST = 256;

    private final Config config;
    private final Store store;
    private final Clients clients;
    private final Normalizer normalizer;

    public Moves(Config config) {
        this(config, new Normalizer(config, false));
    }

    /** For a comparison with a real store: keeps what can make no difference any more. */
    public static Moves keepingAll(Config config) {
        return new Moves(config, new Normalizer(config, true));
    }

    private Moves(Config config, Normalizer normalizer) {
        this.config = config;
        this.store = new Store(config);
        this.clients = new Clients(config);
        this.normalizer = normalizer;
    }

    /** Fills in all moves that are possible; returns how many. */
    public int possible(State s, int[] into) {
        int count = 0;
        into[count++] = Move.TICK.of(0);
        for (int claim = 0; claim < s.claims; claim++) {
            count = ofClient(s, claim, into, count);
            count = ofNetwork(s, claim, into, count);
        }
        return count;
    }

    private int ofClient(State s, int claim, int[] into, int from) {
        int count = from;
        switch (s.get(claim, STATUS)) {
            case UNUSED -> {
                if (mayStart(s, claim)) {
                    into[count++] = Move.START_WAITING.of(claim);
                    if (config.can(Ability.SINGLE)) {
                        into[count++] = Move.START_SINGLE.of(claim);
                    }
                }
            }
            case WAITING -> {
                boolean waits = s.get(claim, WAITS) == 1;
                if (s.get(claim, FLIGHT) == 1) {
                    if (config.can(Ability.TIMEOUT)) {
                        into[count++] = Move.TIMEOUT.of(claim);
                    }
                } else if (mayPoll(s, claim)) {
                    into[count++] = Move.ASK_AGAIN.of(claim);
                }
                if (waits && config.can(Ability.GIVE_UP)) {
                    into[count++] = Move.GIVE_UP.of(claim);
                }
            }
            case HOLDING -> {
                into[count++] = Move.UNLOCK.of(claim);
                boolean quiet = s.get(claim, RENEWAL) == 0 && s.get(claim, RENEWED) == 0;
                if (quiet && s.get(claim, DEADLINE) < config.lease() && config.can(Ability.RENEW)) {
                    into[count++] = Move.RENEW.of(claim);
                }
            }
            case RELEASING -> {
                if (s.get(claim, RELEASE) == 0) {
                    into[count++] = Move.SEND_RELEASE.of(claim);
                } else if (config.is(Weakness.SAME_ID_AFTER_A_RELEASE)) {
                    into[count++] = Move.REUSE.of(claim);
                }
                // The engine does so once the claim is certainly over; here it may as well be earlier.
                if (s.get(claim, MISSED) == 0 || s.get(claim, CONFIRMED) == 1) {
                    into[count++] = Move.FORGET.of(claim);
                }
            }
            default -> {}
        }
        boolean busy = s.get(claim, STATUS) >= WAITING && s.get(claim, STATUS) <= RELEASING;
        if (busy && config.can(Ability.CRASH)) {
            into[count++] = Move.CRASH.of(claim);
        }
        return count;
    }

    /** A client uses its claims one after the other; a release may still be on its way when the next one begins. */
    private static boolean mayStart(State s, int claim) {
        if (claim == 0 || s.clientOf(claim - 1) != s.clientOf(claim)) {
            return true;
        }
        return s.get(claim - 1, STATUS) >= RELEASING;
    }

    private boolean mayPoll(State s, int claim) {
        return !config.is(Weakness.NO_POLL) || s.get(claim, MISSED) == 1;
    }

    private static final int[] MESSAGES = {REQUEST, OLD_REQUEST, ANSWER, RENEWAL, RENEWED, RELEASE, RELEASED, MAIL};

    /** Without time-outs an attempt is always answered. */
    private boolean mayBeLost(State s, int claim, int field) {
        boolean awaited = s.get(claim, FLIGHT) == 1 && (field == REQUEST || field == ANSWER);
        return !awaited || config.can(Ability.TIMEOUT);
    }

    private int ofNetwork(State s, int claim, int[] into, int from) {
        int count = from;
        for (int i = 0; i < MESSAGES.length; i++) {
            int field = MESSAGES[i];
            if (s.get(claim, field) == 0) {
                continue;
            }
            if (field != MAIL || s.get(claim, FLIGHT) == 0) {
                into[count++] = arrival(i).of(claim);
            }
            boolean answers = field == REQUEST || field == OLD_REQUEST;
            if (answers && s.get(claim, ANSWER) > 0) {
                into[count++] = arrival(i).of(claim, 1);
            }
            if (mayBeLost(s, claim, field)) {
                into[count++] = loss(i).of(claim);
            }
        }
        return count;
    }

    private static final Move[] ARRIVALS = {
        Move.REQUEST_ARRIVES,
        Move.OLD_REQUEST_ARRIVES,
        Move.ANSWER_ARRIVES,
        Move.RENEWAL_ARRIVES,
        Move.RENEWED_ARRIVES,
        Move.RELEASE_ARRIVES,
        Move.RELEASED_ARRIVES,
        Move.MAIL_ARRIVES
    };

    private static final Move[] LOSSES = {
        Move.REQUEST_IS_LOST,
        Move.OLD_REQUEST_IS_LOST,
        Move.ANSWER_IS_LOST,
        Move.RENEWAL_IS_LOST,
        Move.RENEWED_IS_LOST,
        Move.RELEASE_IS_LOST,
        Move.RELEASED_IS_LOST,
        Move.MAIL_IS_LOST
    };

    private static Move arrival(int message) {
        return ARRIVALS[message];
    }

    private static Move loss(int message) {
        return LOSSES[message];
    }

    /** What the store answers if this request arrives now; nothing changes. */
    public String reply(State s, int move) {
        State copy = new State(config);
        copy.copyFrom(s);
        int claim = Move.claim(move);
        return switch (Move.kind(move)) {
            case REQUEST_ARRIVES, OLD_REQUEST_ARRIVES ->
                store.acquire(copy, claim, s.get(claim, WAITS) == 1).name();
            case RENEWAL_ARRIVES -> String.valueOf(store.renew(copy, claim));
            case RELEASE_ARRIVES -> String.valueOf(store.release(copy, claim, s.get(claim, MISSED) == 1));
            default -> "";
        };
    }

    /** Makes a move. */
    public void apply(State s, int move) {
        int claim = Move.claim(move);
        switch (Move.kind(move)) {
            case TICK -> tick(s);
            case START_WAITING -> clients.start(s, claim, true);
            case START_SINGLE -> clients.start(s, claim, false);
            case ASK_AGAIN, REUSE -> clients.ask(s, claim);
            case TIMEOUT -> clients.timeout(s, claim);
            case GIVE_UP -> clients.giveUp(s, claim);
            case UNLOCK, SEND_RELEASE -> clients.release(s, claim);
            case RENEW -> clients.renew(s, claim);
            case FORGET -> clients.forget(s, claim);
            case CRASH -> clients.crash(s, claim);
            case REQUEST_ARRIVES -> {
                acquire(s, claim, REQUEST, Move.losesAnswer(move));
                removeUnlessCopied(s, claim, REQUEST);
            }
            case OLD_REQUEST_ARRIVES -> {
                acquire(s, claim, OLD_REQUEST, Move.losesAnswer(move));
                removeUnlessCopied(s, claim, OLD_REQUEST);
            }
            case ANSWER_ARRIVES -> clients.answered(s, claim);
            case RENEWAL_ARRIVES -> {
                renew(s, claim);
                removeUnlessCopied(s, claim, RENEWAL);
            }
            case RENEWED_ARRIVES -> clients.renewed(s, claim);
            case RELEASE_ARRIVES -> {
                release(s, claim);
                removeUnlessCopied(s, claim, RELEASE);
            }
            case RELEASED_ARRIVES -> clients.released(s, claim);
            case MAIL_ARRIVES -> clients.told(s, claim);
            default -> lose(s, claim, Move.kind(move));
        }
        normalizer.normalize(s);
    }

    private void removeUnlessCopied(State s, int claim, int request) {
        if (!config.can(Ability.COPIES)) {
            s.set(claim, request, 0);
        }
    }

    private void tick(State s) {
        store.tick(s);
        for (int claim = 0; claim < s.claims; claim++) {
            clients.tick(s, claim);
        }
    }

    private void acquire(State s, int claim, int request, boolean losesAnswer) {
        Store.Reply reply = store.acquire(s, claim, s.get(claim, WAITS) == 1);
        boolean old = request == OLD_REQUEST;
        boolean awaited = s.get(claim, STATUS) == WAITING && (old || s.get(claim, FLIGHT) == 1);
        if (awaited && !losesAnswer) {
            boolean granted = reply == Store.Reply.GRANTED;
            s.set(claim, ANSWER, granted ? GRANTED + s.get(claim, request) - 1 : HELD);
            s.set(claim, ANSWER_TOKEN, granted ? s.get(FENCE) : 0);
            s.set(claim, ANSWER_IS_OLD, old ? 1 : 0);
        }
        if (reply == Store.Reply.HELD && s.get(claim, WAITS) == 0 && !config.can(Ability.WILD_ACQUIRES)) {
            // Its client sends nothing more, so a copy that came after somebody else's release would be granted.
            s.set(claim, request, 0);
        }
    }

    private void renew(State s, int claim) {
        int validity = s.get(claim, RENEWAL) - 1;
        boolean mine = store.renew(s, claim);
        s.set(claim, RENEWED, !mine ? 1 : validity == 0 ? 0 : 1 + validity);
    }

    private void release(State s, int claim) {
        store.release(s, claim, s.get(claim, MISSED) == 1);
        s.set(claim, RELEASED, 1);
    }

    private static void lose(State s, int claim, Move loss) {
        for (int i = 0; i < LOSSES.length; i++) {
            if (LOSSES[i] == loss) {
                s.set(claim, MESSAGES[i], 0);
            }
        }
    }
}
