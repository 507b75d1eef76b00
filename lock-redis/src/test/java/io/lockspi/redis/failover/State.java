package io.lockspi.redis.failover;

import org.jspecify.annotations.Nullable;

/**
 * One moment of three servers and some claims. Times are ticks that are left. A token is its distance from the servers' clock;
 * of old ones only the order counts.
 */
final class State {
    static final int SERVERS = 3;
    static final int MOST_CLAIMS = 3;

    // ---- fields of a server: its data ---------------------------------------------------------------------------
    /** 0, or 1 + the claim that the lock's key names. */
    static final int OWNER = 0;

    static final int TTL = 1;
    static final int FENCE = 2;
    static final int COUNTER = 3;
    /** Bits of the claims that wait. */
    static final int WAITERS = 4;
    /** Not stored: bits of the claims whose release this data has seen. */
    static final int ENDED = 5;
    // ---- fields of a server: its role ---------------------------------------------------------------------------
    /** Not stored: bits of the claims that this master had confirmed, and whose key has expired here. */
    static final int LAPSED = 6;
    /** 1 if the stored epoch is that of this master. */
    static final int KNOWN = 7;
    /** 0, ticks of quarantine that are left, or one of the following. */
    static final int QUARANTINE = 8;

    static final int ACKNOWLEDGED = 6;
    static final int PENDING = 7;
    /** Whose data it copies; itself if it is a master. */
    static final int FOLLOWS = 9;
    /** The number of the promotion that made it master last. */
    static final int RANK = 10;

    private static final int[] SERVER_WIDTHS = {2, 2, 7, 7, 3, 3, 3, 1, 3, 2, 2};
    private static final int SERVER_FIELDS = SERVER_WIDTHS.length;
    private static final int SERVERS_END = SERVERS * SERVER_FIELDS;

    // ---- fields of a claim --------------------------------------------------------------------------------------
    static final int STATUS = 0;
    static final int UNUSED = 0;
    static final int WAITING = 1;
    static final int HOLDING = 2;
    static final int OVER = 3;
    /** Ticks for which its client believes. */
    static final int BELIEF = 1;

    static final int TOKEN = 2;
    /** 0, or 1 + the master that confirmed it last, as long as that keeps its epoch. */
    static final int HOME = 3;
    /** 1 if a renewal of it may arrive at any time. */
    static final int LATE = 4;
    /** 1 if a release of it may arrive at any time. */
    static final int RELEASE = 5;
    /** 0, or what was done on a server and waits for its confirmation. */
    static final int REQUEST = 6;

    static final int ACQUIRE = 1;
    static final int RENEW = 2;
    static final int AT = 7;
    static final int REQUEST_BELIEF = 8;
    static final int REQUEST_TOKEN = 9;
    static final int ACKED = 10;

    private static final int[] CLAIM_WIDTHS = {2, 2, 7, 2, 1, 1, 2, 2, 2, 7, 1};
    private static final int CLAIM_FIELDS = CLAIM_WIDTHS.length;

    // ---- fields of the whole ------------------------------------------------------------------------------------
    /** The highest token that any client has believed to hold. */
    static final int TOP = 0;

    static final int PROMOTIONS = 1;
    static final int RESTARTS = 2;
    private static final int[] WHOLE_WIDTHS = {7, 2, 2};

    final int claims;
    private final int[] fields;

    /** What the last move broke. */
    @Nullable
    String broken;

    State(Setting setting) {
        this.claims = setting.claims();
        this.fields = new int[SERVERS_END + MOST_CLAIMS * CLAIM_FIELDS + WHOLE_WIDTHS.length];
        server(0, KNOWN, 1);
    }

    int server(int server, int field) {
        return fields[server * SERVER_FIELDS + field];
    }

    void server(int server, int field, int value) {
        fields[server * SERVER_FIELDS + field] = value;
    }

    int claim(int claim, int field) {
        return fields[SERVERS_END + claim * CLAIM_FIELDS + field];
    }

    void claim(int claim, int field, int value) {
        fields[SERVERS_END + claim * CLAIM_FIELDS + field] = value;
    }

    int whole(int field) {
        return fields[fields.length - WHOLE_WIDTHS.length + field];
    }

    void whole(int field, int value) {
        fields[fields.length - WHOLE_WIDTHS.length + field] = value;
    }

    boolean isMaster(int server) {
        return server(server, FOLLOWS) == server;
    }

    /** Takes over what another server has stored. */
    void copyData(int from, int to) {
        for (int field = OWNER; field <= ENDED; field++) {
            server(to, field, server(from, field));
        }
    }

    void free(int server) {
        server(server, OWNER, 0);
        server(server, TTL, 0);
        server(server, FENCE, 0);
    }

    void dropRequest(int claim) {
        for (int field = REQUEST; field <= ACKED; field++) {
            claim(claim, field, 0);
        }
    }

    void copyFrom(State other) {
        System.arraycopy(other.fields, 0, fields, 0, fields.length);
        broken = null;
    }

    // ---- packing ------------------------------------------------------------------------------------------------

    static final int WORDS = 2 * SERVERS;

    /** Packs the state as it is. Use {@link Symmetry#pack} for one that does not depend on names. */
    void packPlain(long[] into) {
        for (int i = 0; i < SERVERS; i++) {
            into[i] = word(i * SERVER_FIELDS, SERVER_WIDTHS);
            into[SERVERS + i] = word(SERVERS_END + i * CLAIM_FIELDS, CLAIM_WIDTHS);
        }
        // 29 bits of a claim leave room.
        into[WORDS - 1] |= word(fields.length - WHOLE_WIDTHS.length, WHOLE_WIDTHS) << 32;
    }

    long serverWord(int server) {
        return word(server * SERVER_FIELDS, SERVER_WIDTHS);
    }

    long claimWord(int claim) {
        return word(SERVERS_END + claim * CLAIM_FIELDS, CLAIM_WIDTHS);
    }

    private long word(int from, int[] widths) {
        long word = 0;
        for (int i = 0; i < widths.length; i++) {
            word = word << widths[i] | fields[from + i];
        }
        return word;
    }

    void unpack(long[] from) {
        for (int i = 0; i < SERVERS; i++) {
            unpack(from[i], i * SERVER_FIELDS, SERVER_WIDTHS);
            unpack(from[SERVERS + i], SERVERS_END + i * CLAIM_FIELDS, CLAIM_WIDTHS);
        }
        unpack(from[WORDS - 1] >>> 32, fields.length - WHOLE_WIDTHS.length, WHOLE_WIDTHS);
        broken = null;
    }

    private void unpack(long packed, int to, int[] widths) {
        long word = packed;
        for (int i = widths.length - 1; i >= 0; i--) {
            fields[to + i] = (int) (word & ((1 << widths[i]) - 1));
            word >>>= widths[i];
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int s = 0; s < SERVERS; s++) {
            text.append(s == 0 ? "" : ", ").append('n').append(s);
            text.append(isMaster(s) ? " master/" + server(s, RANK) : " of n" + server(s, FOLLOWS));
            int owner = server(s, OWNER);
            text.append(owner == 0 ? " free" : " lock=" + name(owner - 1) + "/" + server(s, FENCE));
            text.append(" counter ").append(server(s, COUNTER));
            if (isMaster(s)) {
                int left = server(s, QUARANTINE);
                text.append(server(s, KNOWN) == 0 ? " new epoch" : left == PENDING ? " pending" : "");
                text.append(left > 0 && left < ACKNOWLEDGED ? " quarantine " + left : "");
            }
        }
        for (int c = 0; c < claims; c++) {
            text.append(claim(c, BELIEF) > 0 ? ", " + name(c) + " believes for " + claim(c, BELIEF) : "");
        }
        return text.toString();
    }

    static String name(int claim) {
        return String.valueOf((char) ('A' + claim));
    }
}
