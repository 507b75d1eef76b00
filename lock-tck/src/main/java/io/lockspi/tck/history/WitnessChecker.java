package io.lockspi.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what the witness has recorded: who was inside when, and what its registers took. A client enters after its acquire
 * has returned and leaves before it releases, so two clients inside at once did hold the lock at once.
 *
 * <p>Whether both were valid is decided from the deadlines that the clients have recorded themselves; the ones that they
 * told the witness count where there are no others. Clients are expected to raise each register by one at a time. Not
 * thread-safe.
 */
public final class WitnessChecker {
    private record Key(int process, long operation, String lock) {
        static Key of(Event event) {
            return new Key(event.process(), event.operation(), event.lock());
        }
    }

    /** The registers of one lock. */
    private static final class Registers {
        private long token;
        private long guarded;
        private long raw;
        private long lastWrite;
    }

    private final Findings findings = new Findings();
    private final Map<Key, Long> deadlines = new HashMap<>();
    private final Map<Key, OpenSection> inside = new HashMap<>();
    private final Map<Integer, Long> killing = new HashMap<>();
    private final Map<String, List<Section>> sections = new HashMap<>();
    private final Map<String, Registers> registers = new HashMap<>();
    private long entered;
    private long accepted;
    private long refused;
    private long rawWrites;
    private long rawLost;

    private WitnessChecker() {}

    /**
     * Checks a history.
     *
     * @param history the witness' events, and the clients' if they recorded any
     * @throws HistoryFormatException if the history makes no sense, so that nothing can be decided
     */
    public static WitnessReport check(History history) {
        WitnessChecker checker = new WitnessChecker();
        checker.learnDeadlines(history);
        history.events().forEach(checker::accept);
        return checker.report();
    }

    private void learnDeadlines(History history) {
        SectionReader.read(history, new Findings(), new Counts()).values().stream()
                .flatMap(List::stream)
                .forEach(section -> deadlines.put(
                        new Key(section.process(), section.operation(), section.lock()), section.deadline()));
    }

    private void accept(Event event) {
        switch (event.kind()) {
            case ENTERED -> {
                entered++;
                Event own = event.value(deadlines.getOrDefault(Key.of(event), event.deadline()));
                inside.put(Key.of(event), new OpenSection(own, event.nanos()));
            }
            case LEFT -> {
                OpenSection open = inside.remove(Key.of(event));
                if (open != null) {
                    add(end(open, event));
                }
            }
            case KILLING -> killing.put(event.process(), event.nanos());
            case RAISED, WRITE_ACCEPTED, WRITE_REFUSED, RAW_WRITE -> {
                OpenSection open = inside.get(Key.of(event));
                if (open != null) {
                    open.alive(event.nanos());
                }
                touched(event);
            }
            default -> {
                // A client's event.
            }
        }
    }

    /** One of the registers was used. */
    private void touched(Event event) {
        switch (event.kind()) {
            case RAISED -> registers(event).token = Math.max(registers(event).token, event.token());
            case WRITE_ACCEPTED -> accepted(event);
            case WRITE_REFUSED -> refused(event);
            default -> {
                rawWrites++;
                Registers lock = registers(event);
                rawLost += event.value() == lock.raw + 1 ? 0 : 1;
                lock.raw = event.value();
            }
        }
    }

    /** The lock's server may hear sooner than the witness that a killed process has gone. */
    private Section end(OpenSection open, Event left) {
        Long killed = killing.get(left.process());
        return killed == null ? open.end(left.nanos()) : open.endKilled(killed);
    }

    private Registers registers(Event event) {
        return registers.computeIfAbsent(event.lock(), lock -> new Registers());
    }

    private void accepted(Event event) {
        accepted++;
        Registers lock = registers(event);
        if (event.token() < lock.token) {
            report(
                    ViolationKind.STALE_WRITE_ACCEPTED,
                    event,
                    lock.lastWrite,
                    "token " + event.token() + " was let in after " + lock.token);
        }
        if (event.value() != lock.guarded + 1) {
            report(
                    ViolationKind.GUARDED_UPDATE_LOST,
                    event,
                    lock.lastWrite,
                    event.who() + " with token " + event.token() + " wrote " + event.value() + " where " + lock.guarded
                            + " stood");
        }
        lock.token = Math.max(lock.token, event.token());
        lock.guarded = event.value();
        lock.lastWrite = event.nanos();
    }

    private void refused(Event event) {
        refused++;
        long deadline = deadlines.getOrDefault(Key.of(event), 0L);
        if (deadline != Event.NO_DEADLINE && deadline > event.nanos()) {
            report(
                    ViolationKind.REFUSED_WHILE_VALID,
                    event,
                    event.nanos(),
                    event.who() + " had token " + event.token() + " and was valid for another "
                            + Nanos.millis(deadline - event.nanos()) + ", but the register had seen " + event.value());
        }
    }

    private void report(ViolationKind kind, Event event, long since, String message) {
        long from = since == 0 ? event.nanos() : since;
        findings.add(new Violation(kind, event.lock(), message, from, event.nanos(), List.of()));
    }

    private void add(Section section) {
        sections.computeIfAbsent(section.lock(), lock -> new ArrayList<>()).add(section);
    }

    private WitnessReport report() {
        inside.values().forEach(open -> add(open.endUnseen()));
        long longest = 0;
        for (List<Section> ofOneLock : sections.values()) {
            ofOneLock.sort(Comparator.comparingLong(Section::start));
            longest = Math.max(longest, ExclusionSweep.sweep(ofOneLock, findings));
        }
        return new WitnessReport(
                findings.counts(), findings.kept(), entered, longest, accepted, refused, rawWrites, rawLost);
    }
}
