package io.lockspi.lab.tickets;

import io.lockspi.lab.seller.Awakening;
import io.lockspi.lab.stock.Tally;
import java.time.Duration;

/** Crafted results. */
final class Results {
    static final Plan PLAN = new Plan(4, 500, 3, Duration.ofSeconds(5), Duration.ofMillis(1), false, false, false);
    static final Tally ALL_ONCE = new Tally(500, 500, 0, 0, 0);
    static final Tally OVERSOLD = new Tally(512, 500, 12, 12, 0);
    static final RunResult WITHOUT_LOCK = of("none", OVERSOLD);
    static final Awakening FENCED = new Awakening(false, true, "LockLostException");

    private Results() {}

    static RunResult of(String backend, Tally tally) {
        return new RunResult(backend, PLAN, tally, Duration.ofSeconds(2), 0, 0, 0, null, null);
    }

    static RunResult withKilled(Duration gap) {
        KilledSeller killed = new KilledSeller(1, 2, 17, gap, Duration.ofSeconds(6));
        return new RunResult("redis", PLAN, ALL_ONCE, Duration.ofSeconds(2), 0, 0, 0, killed, null);
    }

    static RunResult withoutSaleAfterKill() {
        KilledSeller killed = new KilledSeller(1, 2, 17, null, Duration.ofSeconds(6));
        return new RunResult("redis", PLAN, ALL_ONCE, Duration.ofSeconds(2), 0, 0, 0, killed, null);
    }

    static RunResult withPaused(Awakening facts) {
        PausedSeller paused = new PausedSeller(2, 3, 18, Duration.ofSeconds(10), facts);
        return new RunResult("redis", PLAN, ALL_ONCE, Duration.ofSeconds(2), 1, 1, 0, null, paused);
    }
}
