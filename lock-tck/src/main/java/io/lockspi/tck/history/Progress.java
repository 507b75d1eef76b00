package io.lockspi.tck.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Measures waiting: how long a lock lay idle though somebody could have taken it, how long acquires waited, how often they
 * were overtaken, and how evenly processes were served. Processes that were killed or are paused do not count as waiting.
 * Not thread-safe.
 */
final class Progress {
    private record Hold(int process, int thread, long operation) {
        static Hold of(Event event) {
            return new Hold(event.process(), event.thread(), event.operation());
        }
    }

    /** One lock while its events are read. */
    private static final class LockProgress {
        private final WaitingRoom room = new WaitingRoom();
        private final Set<Hold> holds = new HashSet<>();
        private long freeSince = Long.MIN_VALUE;
    }

    private final CheckOptions options;
    private final Findings findings;
    private final Map<String, LockProgress> locks = new HashMap<>();
    private final Set<Integer> unable = new HashSet<>();
    private final Map<Integer, Long> served = new TreeMap<>();
    private final Map<Integer, Long> resumed = new HashMap<>();
    private final LongList idle = new LongList();
    private final LongList waits = new LongList();
    private int bypassed;

    Progress(CheckOptions options, Findings findings) {
        this.options = options;
        this.findings = findings;
    }

    void read(List<Event> events) {
        events.forEach(this::accept);
        if (!events.isEmpty()) {
            long end = events.get(events.size() - 1).nanos();
            locks.forEach((name, lock) -> endOfHistory(name, lock, end));
        }
    }

    private void accept(Event event) {
        switch (event.kind()) {
            case INVOKE_ACQUIRE -> {
                served.putIfAbsent(event.process(), 0L);
                lock(event).room.enter(event);
            }
            case INVOKE_ATTEMPT -> served.putIfAbsent(event.process(), 0L);
            case ACQUIRED -> acquired(event);
            case NOT_ACQUIRED -> gaveUp(event);
            case ACQUIRE_UNKNOWN -> lock(event).room.leave(event);
            case INVOKE_RELEASE -> freed(lock(event), event.nanos(), Hold.of(event)::equals);
            case LOST ->
                freed(
                        lock(event),
                        event.nanos(),
                        hold -> hold.process() == event.process() && hold.thread() == event.thread());
            case KILLED -> killed(event);
            case PAUSED -> unable.add(event.process());
            case RESUMED -> {
                unable.remove(event.process());
                resumed.put(event.process(), event.nanos());
            }
            default -> {
                // Says nothing about waiting.
            }
        }
    }

    private LockProgress lock(Event event) {
        return locks.computeIfAbsent(event.lock(), name -> new LockProgress());
    }

    private void acquired(Event event) {
        LockProgress lock = lock(event);
        WaitingRoom.@Nullable Waiter granted = lock.room.leave(event);
        served.merge(event.process(), 1L, Long::sum);
        if (granted != null) {
            waited(event, event.nanos() - granted.invoked.nanos(), "waited for");
            bypassed = Math.max(bypassed, granted.bypassed());
            lock.room.overtaken(granted, unable);
        }
        if (lock.holds.isEmpty()) {
            WaitingRoom.@Nullable Waiter first = lock.room.first(unable);
            first = granted != null && (first == null || granted.invoked.nanos() < first.invoked.nanos())
                    ? granted
                    : first;
            idle(event.lock(), lock, first, event.nanos());
        }
        lock.holds.add(Hold.of(event));
    }

    /** A waiter that went away may have been refused a lock that was free. */
    private void gaveUp(Event event) {
        LockProgress lock = lock(event);
        WaitingRoom.@Nullable Waiter waiter = lock.room.leave(event);
        if (waiter != null && lock.holds.isEmpty()) {
            idle(event.lock(), lock, waiter, event.nanos());
        }
    }

    private void killed(Event event) {
        unable.add(event.process());
        for (LockProgress lock : locks.values()) {
            lock.room.removeProcess(event.process());
            freed(lock, event.nanos(), hold -> hold.process() == event.process());
        }
    }

    /** Nested holds count as holds of their own, which changes nothing: the lock is idle when there is none. */
    private static void freed(LockProgress lock, long at, Predicate<Hold> which) {
        if (lock.holds.removeIf(which) && lock.holds.isEmpty()) {
            lock.freeSince = at;
        }
    }

    private void idle(String name, LockProgress lock, WaitingRoom.@Nullable Waiter first, long until) {
        if (first == null) {
            return;
        }
        long since = Math.max(first.invoked.nanos(), lock.freeSince);
        since = Math.max(since, resumed.getOrDefault(first.invoked.process(), Long.MIN_VALUE));
        long length = Math.max(0, until - since);
        idle.add(length);
        if (length > options.maxIdle().toNanos()) {
            findings.add(new Violation(
                    ViolationKind.IDLE_TOO_LONG,
                    name,
                    "nobody held it for " + Nanos.millis(length) + " while " + first.invoked.who()
                            + " waited; allowed are " + options.maxIdle().toMillis() + " ms",
                    since,
                    until,
                    List.of()));
        }
    }

    private void waited(Event event, long length, String verb) {
        waits.add(length);
        if (length > options.maxWait().toNanos()) {
            findings.add(new Violation(
                    ViolationKind.WAITED_TOO_LONG,
                    event.lock(),
                    event.who() + " " + verb + " " + Nanos.millis(length) + "; allowed are "
                            + options.maxWait().toMillis() + " ms",
                    event.nanos() - length,
                    event.nanos(),
                    List.of()));
        }
    }

    /** Those who still wait when the history ends have waited at least so long. */
    private void endOfHistory(String name, LockProgress lock, long end) {
        for (WaitingRoom.Waiter waiter : lock.room.all()) {
            if (!unable.contains(waiter.invoked.process())) {
                waited(waiter.invoked.at(end), end - waiter.invoked.nanos(), "still waits after");
                bypassed = Math.max(bypassed, waiter.bypassed());
            }
        }
        if (lock.holds.isEmpty()) {
            idle(name, lock, lock.room.first(unable), end);
        }
    }

    Spread idleTimes() {
        return Spread.of(idle.toArray());
    }

    Spread waits() {
        return Spread.of(waits.toArray());
    }

    int mostBypassed() {
        return bypassed;
    }

    /** Jain's index over processes: 1 if all were served equally often, 1/n if only one of n was. */
    double fairness() {
        double sum = 0;
        double squares = 0;
        for (long count : served.values()) {
            sum += count;
            squares += (double) count * count;
        }
        return squares == 0 ? 1 : sum * sum / (served.size() * squares);
    }
}
