package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.node.LuaSource;
import io.lockspi.servers.ScriptComparison;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The short way of the scripts for the usual case answers and stores what the general way does, whatever else is stored. */
class UncontendedWayTest {
    private static final String CLAIM = "0123456789abcdef0123456789abcdef";
    private static final String OTHER_CLAIM = "fedcba9876543210fedcba9876543210";
    private static final LockKeys KEYS = SharedRedis.keys("two-ways");
    private static final String LEASE = "30000";
    private static final String TOKEN = "1000";
    private static final String MAX_TOKEN = "9007199254740991";

    @Test
    void acquireOnTheShortWayIsTheGeneralOne() {
        ScriptComparison acquire = comparison(
                        KEYS.forClaim(CLAIM), List.of(CLAIM, LEASE, "64", "host:1:app", "mailbox"))
                .orStored("held by the claim", "SET", KEYS.lock(), claim(CLAIM, TOKEN), "PX", "20000")
                .orAsked("no waiting", 5, "")
                .orAsked("waiting untold", 5, "-")
                .orAsked("more tokens than there are", 3, MAX_TOKEN);
        assertSame(acquire, Script.ACQUIRE, "uncontended-acquire.lua");
    }

    /** It would grant what a server may have forgotten. */
    @Test
    void thereIsNoShortWayToAcquireInAnEpoch() {
        assertThat(Script.ACQUIRE_IN_EPOCH.text()).doesNotContain(piece("uncontended-acquire.lua"));
    }

    @Test
    void releaseOnTheShortWayIsTheGeneralOne() {
        assertSame(release(KEYS.forClaim(CLAIM), List.of()), Script.RELEASE, "uncontended-release.lua");
    }

    @Test
    void releaseOnTheShortWayIsTheGeneralOneInAnEpoch() {
        List<String> keys = KEYS.forClaim(CLAIM, LockKeys.boot("lockspi"));
        assertSame(release(keys, List.of(LEASE, "0")), Script.RELEASE_IN_EPOCH, "uncontended-release.lua");
    }

    private static ScriptComparison release(List<String> keys, List<String> more) {
        List<String> args = new ArrayList<>(List.of(CLAIM, TOKEN, "0"));
        args.addAll(more);
        return comparison(keys, args)
                .usually("SET", KEYS.lock(), claim(CLAIM, TOKEN), "PX", "20000")
                .orStored("free", "DEL", KEYS.lock())
                .orStored("held with a higher token", "SET", KEYS.lock(), claim(CLAIM, "3000"), "PX", "20000")
                .orAsked("no token known", 2, "0")
                .orAsked("a higher token", 2, "4000")
                .orAsked("an acquire may still come", 3, LEASE);
    }

    private static ScriptComparison comparison(List<String> keys, List<String> args) {
        String alive = SharedRedis.millis() + 1_000_000 + ":";
        String dead = SharedRedis.millis() - 1_000_000 + ":";
        String note = LEASE + ":64:host:1:app:mailbox";
        return new ScriptComparison(SharedRedis.SERVER, keys, args)
                .usually("SET", KEYS.fence(), TOKEN, "PX", "50000")
                .usually("HSET", KEYS.waiters(), OTHER_CLAIM, alive + note, CLAIM, alive + note)
                .orStored("held by another", "SET", KEYS.lock(), claim(OTHER_CLAIM, TOKEN), "PX", "20000")
                .orStored("a lock that is not ours", "SET", KEYS.lock(), "1:x:y")
                .orOfAnotherType("a lock of another type", KEYS.lock())
                .orStored("no counter", "DEL", KEYS.fence())
                .orStored("a counter of the next token", "SET", KEYS.fence(), "1001")
                .orStored("a counter past all tokens", "SET", KEYS.fence(), "5000")
                .orStored("a counter ahead of the clock", "SET", KEYS.fence(), "7000000000000000")
                .orStored("no token left", "SET", KEYS.fence(), MAX_TOKEN)
                .orStored("a counter that is not ours", "SET", KEYS.fence(), "seventeen")
                .orOfAnotherType("a counter of another type", KEYS.fence())
                .orStored("a waiter", "ZADD", KEYS.queue(), "1", OTHER_CLAIM)
                .orStored("itself as a waiter", "ZADD", KEYS.queue(), "0", CLAIM)
                .orStored("dead waiters", "HSET", KEYS.waiters(), OTHER_CLAIM, dead + note, CLAIM, dead + note)
                .orStored("an ended claim", "SET", KEYS.tombstone(CLAIM), "1", "PX", "20000");
    }

    private static void assertSame(ScriptComparison comparison, Script script, String shortWay) {
        String piece = piece(shortWay);
        assertThat(script.text()).startsWith(piece);
        assertThat(comparison.run(piece).get("reply"))
                .as("the usual case is on the short way")
                .isNotEqualTo("null");
        assertThat(comparison.differences(script.text(), script.text().substring(piece.length())))
                .isEmpty();
    }

    private static String piece(String file) {
        return LuaSource.read(Script.class.getResourceAsStream(file), file);
    }

    private static String claim(String id, String token) {
        return "1:" + token + ":" + id + ":1600000000000000:host:1:app";
    }
}
