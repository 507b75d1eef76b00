package io.lockspi.redis.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One moment of the whole system: the store, what is on its way, and what each client knows. All times are ticks that are
 * left, so that the number of states is finite. Tokens are small numbers of which only order and distance count.
 *
 * <p>A message that is on its way may be delivered any number of times, in any order, or be lost: it stays until it is lost.
 */
public final class State {
    /** What a client does with one claim. */
    public static final int UNUSED = 0;

    public static final int WAITING = 1;
    public static final int HOLDING = 2;
    /** Released or given up, and not confirmed yet. */
    public static final int RELEASING = 3;
    /** The release was confirmed, or nothing was to be released. */
    public static final int ENDED = 4;
    /** Nobody knows of this claim any more: its client has died, or did not look after it any longer. */
    public static final int DEAD = 5;

    // ---- fields of a claim: what its client knows ---------------------------------------------------------------
    public static final int STATUS = 0;
    /** 1 if its attempts wait in the queue. */
    public static final int WAITS = 1;
    /** 1 while the client waits for an answer to its newest attempt. */
    static final int FLIGHT = 2;
    /** 1 if some attempt was never answered. */
    public static final int MISSED = 3;
    /** While it is held: ticks until the client stops believing. */
    static final int DEADLINE = 4;
    /** 1 if it has asked since the last tick. */
    static final int ASKED = 5;
    /** 1 if a release was confirmed while an acquire may still arrive. */
    static final int CONFIRMED = 6;
    /** The token of its grant; kept for weak rules only. */
    static final int TOKEN = 7;

    // ---- fields of a claim: what is on its way ------------------------------------------------------------------
    /** 0, or 1 + ticks of validity that an acquire would have if it were granted now. */
    static final int REQUEST = 8;
    /** The same for an earlier attempt that the client has given up. */
    static final int OLD_REQUEST = 9;
    /** 0, or one of the following. */
    static final int ANSWER = 10;

    static final int HELD = 1;
    /** + ticks of validity. */
    static final int GRANTED = 2;
    /** 1 if the answer is to an earlier attempt. */
    static final int ANSWER_IS_OLD = 11;

    static final int ANSWER_TOKEN = 12;
    /** As {@link #REQUEST}. */
    static final int RENEWAL = 13;
    /** 0, 1 "not mine", or 1 + ticks of validity. */
    public static final int RENEWED = 14;

    public static final int RELEASE = 15;
    static final int RELEASED = 16;
    /** 1 if a message that the lock may be free is on its way to the client. */
    static final int MAIL = 17;

    // ---- fields of a claim: what the store knows ----------------------------------------------------------------
    /** 1 if the lock's key names it. */
    static final int OWNS = 18;
    /** Place in the queue, from 1; 0 if it is not there. */
    public static final int PLACE = 19;
    /** Ticks for which its note says that it is alive. */
    public static final int ALIVE = 20;

    public static final int TOMBSTONE = 21;

    private static final int[] WIDTHS = {3, 1, 1, 1, 2, 1, 1, 5, 3, 3, 3, 1, 5, 3, 3, 1, 1, 1, 1, 3, 2, 2};
    static final int FIELDS = WIDTHS.length;

    // ---- fields of the store ------------------------------------------------------------------------------------
    public static final int TTL = 0;
    /** The highest token in the lock's key. */
    static final int FENCE = 1;
    /** 1 while the lock was passed and its receiver has not asked again. */
    static final int PROVISIONAL = 2;
    /** How often the owner was counted more than once; for a weak rule only. */
    static final int SURPLUS = 3;

    static final int COUNTER = 4;
    public static final int QUEUE_TTL = 5;
    /** Not in the store: the highest token that any holder has had. */
    static final int BELIEVED = 6;

    private static final int[] STORE_WIDTHS = {2, 5, 1, 1, 5, 2, 5};

    public final int claims;
    private final int[] clientOf;
    private final int[] claimsOf;
    private final int[] fields;

    /** What the last move broke, if it can be seen only while it is made. */
    @Nullable
    String broken;

    /** The first moment: nothing has happened. */
    public State(Config config) {
        this.claims = config.claims();
        this.clientOf = config.clientOfClaims();
        this.claimsOf =
                config.claimsOfClients().stream().mapToInt(Integer::intValue).toArray();
        this.fields = new int[claims * FIELDS + STORE_WIDTHS.length];
    }

    public int get(int claim, int field) {
        return fields[claim * FIELDS + field];
    }

    void set(int claim, int field, int value) {
        fields[claim * FIELDS + field] = value;
    }

    public int get(int storeField) {
        return fields[claims * FIELDS + storeField];
    }

    void set(int storeField, int value) {
        fields[claims * FIELDS + storeField] = value;
    }

    int clientOf(int claim) {
        return clientOf[claim];
    }

    /** Which claim the lock's key names; -1 if there is no key. */
    public int owner() {
        for (int claim = 0; claim < claims; claim++) {
            if (get(claim, OWNS) == 1) {
                return claim;
            }
        }
        return -1;
    }

    /** The first claim in the queue behind a place; -1 if there is none. */
    public int nextInQueue(int place) {
        int best = -1;
        for (int claim = 0; claim < claims; claim++) {
            int other = get(claim, PLACE);
            if (other > place && (best < 0 || other < get(best, PLACE))) {
                best = claim;
            }
        }
        return best;
    }

    public void copyFrom(State other) {
        System.arraycopy(other.fields, 0, fields, 0, fields.length);
        broken = null;
    }

    // ---- packing --------------------------------------------------------------------------------------------------

    /** Longs of a packed state. */
    int words() {
        return claims + 1;
    }

    /** Packs the state. Clients with equally many claims are interchangeable, and are put into an order. */
    void pack(long[] into) {
        for (int claim = 0; claim < claims; claim++) {
            into[claim] = packed(claim * FIELDS, WIDTHS);
        }
        into[claims] = packed(claims * FIELDS, STORE_WIDTHS);
        sortClients(into);
    }

    private long packed(int from, int[] widths) {
        long word = 0;
        for (int i = 0; i < widths.length; i++) {
            word = word << widths[i] | fields[from + i];
        }
        return word;
    }

    void unpack(long[] from, int offset) {
        for (int claim = 0; claim < claims; claim++) {
            unpacked(from[offset + claim], claim * FIELDS, WIDTHS);
        }
        unpacked(from[offset + claims], claims * FIELDS, STORE_WIDTHS);
        broken = null;
    }

    private void unpacked(long packed, int to, int[] widths) {
        long word = packed;
        for (int i = widths.length - 1; i >= 0; i--) {
            fields[to + i] = (int) (word & ((1 << widths[i]) - 1));
            word >>>= widths[i];
        }
    }

    private void sortClients(long[] words) {
        int last = claimsOf.length - 1;
        for (int pass = 0; pass < last; pass++) {
            int start = 0;
            for (int client = 0; client < last; client++) {
                int size = claimsOf[client];
                if (size == claimsOf[client + 1]
                        && Arrays.compare(words, start, start + size, words, start + size, start + 2 * size) > 0) {
                    for (int i = 0; i < size; i++) {
                        long word = words[start + i];
                        words[start + i] = words[start + size + i];
                        words[start + size + i] = word;
                    }
                }
                start += size;
            }
        }
    }

    // ---- for people -----------------------------------------------------------------------------------------------

    /** A claim's name: the client's letter and the claim's number, as in A1. */
    public String name(int claim) {
        int first = claim;
        while (first > 0 && clientOf[first - 1] == clientOf[claim]) {
            first--;
        }
        return (char) ('A' + clientOf[claim]) + String.valueOf(claim - first + 1);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        int owner = owner();
        text.append(owner < 0 ? "free" : "lock=" + name(owner) + "/" + get(FENCE) + " ttl " + get(TTL));
        text.append(get(PROVISIONAL) == 1 ? " passed" : "").append(" queue[");
        for (int next = nextInQueue(0); next >= 0; next = nextInQueue(get(next, PLACE))) {
            text.append(name(next)).append(':').append(get(next, ALIVE)).append(' ');
        }
        text.append("] counter ").append(get(COUNTER));
        for (int claim = 0; claim < claims; claim++) {
            if (get(claim, STATUS) == HOLDING) {
                text.append(", ").append(name(claim)).append(" believes for ").append(get(claim, DEADLINE));
            }
            if (get(claim, TOMBSTONE) > 0) {
                text.append(", ").append(name(claim)).append(" ended for ").append(get(claim, TOMBSTONE));
            }
        }
        return text.toString();
    }
}
