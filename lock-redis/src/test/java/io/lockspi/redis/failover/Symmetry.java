package io.lockspi.redis.failover;

import static io.lockspi.redis.failover.State.*;

import java.util.Arrays;

/**
 * Names make no difference: servers and claims are put into an order before a state is looked up. Where two are alike in all
 * that is compared, the order is arbitrary, which costs a few states that are looked at twice.
 */
final class Symmetry {
    private final State renamed;
    private final long[] keys = new long[SERVERS];
    private final int[] newServer = new int[SERVERS];
    private final int[] newClaim = new int[MOST_CLAIMS];

    Symmetry(Setting setting) {
        this.renamed = new State(setting);
    }

    void pack(State s, long[] into) {
        renamed.copyFrom(s);
        for (int i = 0; i < SERVERS; i++) {
            keys[i] = serverKey(s, i) << 2 | i;
        }
        order(newServer, SERVERS);
        for (int i = 0; i < SERVERS; i++) {
            moveServer(s, i, newServer[i]);
        }
        for (int c = 0; c < s.claims; c++) {
            renamed.claim(c, HOME, s.claim(c, HOME) == 0 ? 0 : 1 + newServer[s.claim(c, HOME) - 1]);
            renamed.claim(c, AT, s.claim(c, REQUEST) == 0 ? 0 : newServer[s.claim(c, AT)]);
        }
        for (int c = 0; c < s.claims; c++) {
            keys[c] = claimKey(c) << 2 | c;
        }
        order(newClaim, s.claims);
        State named = renamed;
        moveClaims(named, s.claims);
        named.packPlain(into);
    }

    /** The new place of each. */
    private void order(int[] places, int count) {
        Arrays.sort(keys, 0, count);
        for (int place = 0; place < count; place++) {
            places[(int) (keys[place] & 3)] = place;
        }
    }

    private static long serverKey(State s, int i) {
        long key = s.isMaster(i) ? 0 : 1;
        key = key << 2 | s.server(i, RANK);
        key = key << 1 | s.server(i, KNOWN);
        key = key << 3 | s.server(i, QUARANTINE);
        key = key << 7 | s.server(i, COUNTER);
        key = key << 7 | s.server(i, FENCE);
        key = key << 2 | s.server(i, TTL);
        key = key << 2 | Integer.bitCount(s.server(i, WAITERS));
        key = key << 2 | Integer.bitCount(s.server(i, ENDED));
        return key << 2 | Integer.bitCount(s.server(i, LAPSED));
    }

    private void moveServer(State s, int from, int to) {
        for (int field = OWNER; field <= RANK; field++) {
            renamed.server(to, field, s.server(from, field));
        }
        renamed.server(to, FOLLOWS, newServer[s.server(from, FOLLOWS)]);
    }

    /** A claim by what it is, and by what the servers know of it. */
    private long claimKey(int c) {
        long key = renamed.claimWord(c);
        for (int i = 0; i < SERVERS; i++) {
            key = key << 1 | (renamed.server(i, OWNER) == 1 + c ? 1 : 0);
            key = key << 3 | (bit(WAITERS, i, c) << 2 | bit(ENDED, i, c) << 1 | bit(LAPSED, i, c));
        }
        return key;
    }

    private int bit(int field, int server, int c) {
        return renamed.server(server, field) >> c & 1;
    }

    private void moveClaims(State s, int count) {
        int[][] copies = new int[count][ACKED + 1];
        for (int c = 0; c < count; c++) {
            for (int field = STATUS; field <= ACKED; field++) {
                copies[c][field] = s.claim(c, field);
            }
        }
        for (int c = 0; c < count; c++) {
            for (int field = STATUS; field <= ACKED; field++) {
                s.claim(newClaim[c], field, copies[c][field]);
            }
        }
        for (int i = 0; i < SERVERS; i++) {
            int owner = s.server(i, OWNER);
            s.server(i, OWNER, owner == 0 ? 0 : 1 + newClaim[owner - 1]);
            for (int field : new int[] {WAITERS, ENDED, LAPSED}) {
                s.server(i, field, permuted(s.server(i, field), count));
            }
        }
    }

    private int permuted(int bits, int count) {
        int moved = 0;
        for (int c = 0; c < count; c++) {
            moved |= (bits >> c & 1) << newClaim[c];
        }
        return moved;
    }
}
