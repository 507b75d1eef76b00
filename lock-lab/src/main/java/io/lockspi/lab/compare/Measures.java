package io.lockspi.lab.compare;

import static io.lockspi.tck.history.ViolationKind.BATCHES_MIXED;
import static io.lockspi.tck.history.ViolationKind.STALE_WRITE_ACCEPTED;
import static io.lockspi.tck.history.ViolationKind.TOKEN_BEHIND_EARLIER_ACQUIRE;
import static io.lockspi.tck.history.ViolationKind.TOKEN_BEHIND_EARLIER_HOLDER;
import static io.lockspi.tck.history.ViolationKind.TOKEN_REPEATED;
import static io.lockspi.tck.history.ViolationKind.TWO_VALID_HOLDERS;
import static io.lockspi.tck.history.ViolationKind.ZOMBIE_HOLDER;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.tck.history.CheckOptions;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryChecker;
import io.lockspi.tck.history.HistoryReport;
import io.lockspi.tck.history.ViolationKind;
import io.lockspi.tck.history.WitnessChecker;
import io.lockspi.tck.history.WitnessReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures one run by its history: nothing else is known of it. For one thread. */
final class Measures {
    /** The client that holds when the fault strikes. */
    static final int HOLDER = 1;
    /** The lock that all want. */
    static final String SEAT = "seat";

    private static final String PROBE = "probe";
    /** An answer that was on its way when the servers died. */
    private static final long ON_ITS_WAY_NANOS = Duration.ofMillis(500).toNanos();

    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<ViolationKind> REGRESSIONS =
            List.of(TOKEN_REPEATED, TOKEN_BEHIND_EARLIER_ACQUIRE, TOKEN_BEHIND_EARLIER_HOLDER, BATCHES_MIXED);

    /** A stretch of time on the machine's monotonic clock. */
    record Stretch(long from, long to) {
        double millis() {
            return (to - from) / NANOS_PER_MILLI;
        }
    }

    private final Fault fault;
    private final History history;
    private final Play.Outcome run;
    private final long strike;
    private final List<String> remarks = new ArrayList<>();

    private Measures(Fault fault, Play.Outcome run) {
        this.fault = fault;
        this.history = Losses.endDeadlines(run.history());
        this.run = run;
        this.strike = Objects.requireNonNull(run.steps().at(Moment.STRIKE));
    }

    /**
     * Measures.
     *
     * @throws io.lockspi.tck.history.HistoryFormatException if the history makes no sense
     */
    static RunFigures of(Fault fault, Play.Outcome run) {
        return new Measures(fault, run).figures();
    }

    private RunFigures figures() {
        WitnessReport witness = WitnessChecker.check(history);
        HistoryReport clients =
                HistoryChecker.check(history, CheckOptions.standard().requireTokens());
        Stretch lockout = lockout();
        return new RunFigures(
                witness.sections(),
                witness.count(TWO_VALID_HOLDERS),
                witness.count(ZOMBIE_HOLDER),
                witness.longestOverlapNanos() / NANOS_PER_MILLI,
                witness.count(STALE_WRITE_ACCEPTED),
                witness.writesRefused(),
                holderTold(),
                lockout == null ? null : lockout.millis(),
                clients.figures().acquireUnknown() + clients.figures().releaseUnknown(),
                REGRESSIONS.stream().mapToLong(clients::count).sum(),
                grantsWhileLost(),
                run.allWentOn(),
                remarks,
                Pictures.of(history, run, strike, lockout));
    }

    private Stream<Event> events(EventKind kind, String lock) {
        return history.events().stream()
                .filter(event -> event.kind() == kind && event.lock().equals(lock));
    }

    private long end() {
        return history.events().get(history.events().size() - 1).nanos();
    }

    /** From the fault until the holder knew, null if it kept its claim or is dead. */
    private @Nullable Double holderTold() {
        if (fault == Fault.HOLDER_KILLED) {
            return null;
        }
        long held = events(EventKind.ENTERED, SEAT)
                .filter(event -> event.process() == HOLDER && event.nanos() < strike)
                .mapToLong(Event::operation)
                .max()
                .orElse(0);
        return history.events().stream()
                .filter(event -> event.process() == HOLDER && event.operation() == held && event.nanos() > strike)
                .filter(event -> event.kind() == EventKind.LOST || event.kind() == EventKind.RELEASE_FAILED)
                .findFirst()
                .map(event -> new Stretch(strike, event.nanos()).millis())
                .orElse(null);
    }

    private @Nullable Stretch lockout() {
        return switch (fault) {
            case HOLDER_KILLED, HOLDER_PAUSED, HOLDER_CUT -> untilTheNext();
            default -> longestGapOfTheProbe();
        };
    }

    /** The others wait for the holder's lock alone. */
    private Stretch untilTheNext() {
        return events(EventKind.ENTERED, SEAT)
                .filter(event -> event.process() != HOLDER && event.nanos() > strike)
                .findFirst()
                .map(event -> new Stretch(strike, event.nanos()))
                .orElseGet(() -> untilTheEnd(strike));
    }

    private Stretch untilTheEnd(long from) {
        remarks.add("In one run nobody got the lock until the run's end, so the lock-out was longer than that");
        return new Stretch(from, end());
    }

    /** The holder may keep its lock rightly; whether anybody can lock is seen by one who wants another lock all the time. */
    private @Nullable Stretch longestGapOfTheProbe() {
        long observed = Objects.requireNonNull(run.steps().at(Moment.OBSERVED));
        List<Long> grants =
                events(EventKind.ACQUIRED, PROBE).map(Event::nanos).sorted().toList();
        if (grants.isEmpty()) {
            return null;
        }
        long last = grants.get(grants.size() - 1);
        Stretch longest = last < observed ? afterTheLast(last, observed) : null;
        for (int i = 1; i < grants.size(); i++) {
            Stretch gap = new Stretch(grants.get(i - 1), grants.get(i));
            boolean counts = gap.to() > strike && gap.from() < observed;
            longest = counts && (longest == null || gap.millis() > longest.millis()) ? gap : longest;
        }
        return longest;
    }

    /** The probe's last grant came while the lab still looked: nobody could lock until somebody did afterwards. */
    private Stretch afterTheLast(long grant, long observed) {
        long from = Math.max(grant, strike);
        return events(EventKind.ENTERED, SEAT)
                .filter(event -> event.nanos() > observed)
                .findFirst()
                .map(event -> new Stretch(from, event.nanos()))
                .orElseGet(() -> untilTheEnd(from));
    }

    private @Nullable Long grantsWhileLost() {
        Long lost = run.steps().at(Moment.MAJORITY_LOST);
        Long returning = run.steps().at(Moment.RETURNING);
        if (lost == null || returning == null) {
            return null;
        }
        return history.events().stream()
                .filter(event -> event.kind() == EventKind.ACQUIRED)
                .filter(event -> event.nanos() > lost + ON_ITS_WAY_NANOS && event.nanos() < returning)
                .count();
    }
}
