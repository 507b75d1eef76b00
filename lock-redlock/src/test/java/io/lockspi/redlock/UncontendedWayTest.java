package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.node.LuaSource;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ScriptComparison;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The short way of the scripts for the usual case answers and stores what the general way does, whatever else is stored. */
class UncontendedWayTest {
    private static final RedisServer SERVER = RedisServer.start();
    private static final String RUN = runId();
    private static final String OTHER_RUN = "1".repeat(40);
    private static final String CLAIM = "0123456789abcdef0123456789abcdef";
    private static final AttemptId ATTEMPT = new AttemptId(CLAIM, "00000001");
    private static final String OTHER_CLAIM = "fedcba9876543210fedcba9876543210";
    private static final NodeKeys KEYS = NodeKeys.of("lockspi:redlock", "two-ways");
    private static final List<String> FOR_ACQUIRE = KEYS.forAcquire(ATTEMPT);
    private static final String QUEUE = FOR_ACQUIRE.get(2);
    private static final String LEASE = "30000";
    private static final String TOKEN = "1000";
    private static final String MAX_TOKEN = "9007199254740991";
    private static final String LONG_AGO = "1700000000000";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void acquireOnTheShortWayIsTheGeneralOne() {
        ScriptComparison acquire = comparison(
                        FOR_ACQUIRE, List.of(ATTEMPT.text(), LEASE, "64", "5000", "host:1:app", "mailbox", LEASE))
                .orStored("held by the attempt", "SET", KEYS.lock(), claim(ATTEMPT.text()), "PX", "20000")
                .orStored("a counter of another run", "SET", KEYS.fence(), counter(TOKEN, OTHER_RUN, "900", "800"))
                .orAsked("no waiting", 6, "")
                .orAsked("waiting untold", 6, "-")
                .orAsked("a seed of now", 4, micros())
                .orAsked("a seed of a wild clock", 4, MAX_TOKEN)
                .orAsked("more tokens than there are", 3, MAX_TOKEN)
                .orAsked("no quarantine", 7, "0")
                .orAsked("a longer lease than any before", 7, "60000");
        assertSame(acquire, RedlockScript.ACQUIRE, "uncontended-acquire.lua");
    }

    /** What the node has been through is noted by the next acquire. */
    @Test
    void releaseOnTheShortWayIsTheGeneralOne() {
        ScriptComparison release = release()
                .orStored("free", "DEL", KEYS.lock())
                .orAsked("that attempt alone", 1, ATTEMPT.text())
                .orAsked("no token known", 2, "0")
                .orAsked("a higher token", 2, "7000")
                .orAsked("a lower token", 2, "5")
                .orAsked("an acquire may still come", 3, LEASE)
                .orAsked("a roll-back", 5, "1")
                .leavingAside(KEYS.boot());
        assertSame(release, RedlockScript.RELEASE, "uncontended-release.lua");
    }

    /** The general way makes such a counter one of this run if the node has never restarted, and leaves it otherwise. */
    @Test
    void releaseLeavesTheRunOfTheCounterAsItWas() {
        ScriptComparison release = release()
                .usually("SET", KEYS.fence(), counter(TOKEN, OTHER_RUN, "900", "800"), "PX", "50000")
                .usually("SET", KEYS.boot(), record(LONG_AGO), "PX", "172800000");
        assertThat(release.run(RedlockScript.RELEASE.text()).get(KEYS.fence()))
                .contains(counter("1001", OTHER_RUN, "1001", "1001"));
    }

    private static ScriptComparison release() {
        return comparison(KEYS.forRelease(CLAIM), List.of(CLAIM, TOKEN, "0", LEASE, "0"))
                .usually("SET", KEYS.lock(), claim(ATTEMPT.text()), "PX", "20000");
    }

    private static ScriptComparison comparison(List<String> keys, List<String> args) {
        String future = Long.toString(Long.parseLong(micros()) / 1_000 + 1_000_000);
        return new ScriptComparison(SERVER, keys, args)
                .usually("SET", KEYS.boot(), record("0"), "PX", "172800000")
                .usually("SET", KEYS.fence(), counter(TOKEN, RUN, "900", "800"), "PX", "50000")
                .orStored("held by another attempt", "SET", KEYS.lock(), claim(CLAIM + "00000002"), "PX", "20000")
                .orStored("held by another claim", "SET", KEYS.lock(), claim(OTHER_CLAIM + "00000001"), "PX", "20000")
                .orStored("a lock that is not ours", "SET", KEYS.lock(), "1:x:y")
                .orOfAnotherType("a lock of another type", KEYS.lock())
                .orStored("no counter", "DEL", KEYS.fence())
                .orStored("a counter past the token", "SET", KEYS.fence(), counter("5000", RUN, "900", "800"))
                .orStored("a counter at its beginning", "SET", KEYS.fence(), counter("1", RUN, "0", "0"))
                .orStored("a floor past the token", "SET", KEYS.fence(), counter("5000", RUN, "5000", "4000"))
                .orStored("a floor past the counter", "SET", KEYS.fence(), counter(TOKEN, RUN, "8000", "800"))
                .orStored("an older floor past all", "SET", KEYS.fence(), counter(TOKEN, RUN, "900", "9000"))
                .orStored("hardly a token left", "SET", KEYS.fence(), counter(MAX_TOKEN, RUN, "900", "800"))
                .orStored("a counter that is not ours", "SET", KEYS.fence(), "17")
                .orOfAnotherType("a counter of another type", KEYS.fence())
                .orStored("a waiter", "ZADD", QUEUE, "1", OTHER_CLAIM)
                .orStored("itself as a waiter", "ZADD", QUEUE, "1", CLAIM)
                .orStored("an ended attempt", "SET", KEYS.ended(ATTEMPT.text()), "1", "PX", "20000")
                .orStored("an ended claim", "SET", KEYS.ended(CLAIM), "1", "PX", "20000")
                .orStored("nothing known of the node", "DEL", KEYS.boot())
                .orStored("a record of another run", "SET", KEYS.boot(), "1:" + OTHER_RUN + ":" + LEASE + ":0")
                .orStored("a record near its end", "PEXPIRE", KEYS.boot(), "20000")
                .orStored("a restart long ago", "SET", KEYS.boot(), record(LONG_AGO), "PX", "172800000")
                .orStored("a quarantine", "SET", KEYS.boot(), record(future), "PX", "172800000")
                .orStored("a new group", "SET", KEYS.boot(), record("0") + ":" + RUN, "PX", "172800000");
    }

    private static void assertSame(ScriptComparison comparison, RedlockScript script, String shortWay) {
        String piece = LuaSource.read(RedlockScript.class.getResourceAsStream(shortWay), shortWay);
        assertThat(script.text()).startsWith(piece);
        assertThat(comparison.run(piece).get("reply"))
                .as("the usual case is on the short way")
                .isNotEqualTo("null");
        assertThat(comparison.differences(script.text(), script.text().substring(piece.length())))
                .isEmpty();
    }

    private static String claim(String id) {
        return "1:" + TOKEN + ":" + id + ":1600000000000000:host:1:app";
    }

    private static String counter(String last, String run, String floor, String before) {
        return last + ":" + run + ":" + floor + ":" + before;
    }

    private static String record(String ends) {
        return "1:" + RUN + ":" + LEASE + ":" + ends;
    }

    private static String runId() {
        String info = String.valueOf(SERVER.command("INFO", "server"));
        return info.replaceAll("(?s).*run_id:(\\w+).*", "$1");
    }

    private static String micros() {
        List<?> time = (List<?>) Objects.requireNonNull(SERVER.command("TIME"));
        return time.get(0) + "000000";
    }
}
