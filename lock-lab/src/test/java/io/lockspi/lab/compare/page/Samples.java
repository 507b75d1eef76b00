package io.lockspi.lab.compare.page;

import io.lockspi.lab.compare.Comparison;
import io.lockspi.lab.compare.Experiment;
import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.RunPicture;
import io.lockspi.lab.compare.RunPicture.Gap;
import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.RunPicture.Lane;
import io.lockspi.lab.compare.RunPicture.Mark;
import io.lockspi.lab.compare.RunPicture.Span;
import io.lockspi.lab.compare.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Experiments made by hand: nothing here was measured. */
final class Samples {
    static final Duration LEASE = Duration.ofSeconds(3);

    private Samples() {}

    /** Of three runs: a failover that gave the lock away in each. */
    static Experiment heldTwice() {
        return experiment(Topology.REPLICAS_ASYNC, Fault.PRIMARY_KILLED, 4, 0, 11_300, 2, 2600.0, 3875.5);
    }

    /** A pause that outlasted the lease. */
    static Experiment zombie() {
        return experiment(Topology.ZOOKEEPER_3, Fault.HOLDER_PAUSED, 0, 3, 3120, 3, 6004.0, 3011.0);
    }

    /** The same, but nothing was written after the pause. */
    static Experiment silentZombie() {
        return experiment(Topology.ZOOKEEPER_3, Fault.HOLDER_PAUSED, 0, 3, 3120, 0, 6004.0, 3011.0);
    }

    /** Nothing happened to the lock. */
    static Experiment safe() {
        return experiment(Topology.REDLOCK_5, Fault.MINORITY_KILLED, 0, 0, 0, 0, null, 0.4);
    }

    /** One that makes no sense. */
    static Experiment notRun() {
        return Experiment.notRun(
                Topology.SINGLE,
                Fault.STALE_FOLLOWER,
                LEASE,
                "One server has <no> followers & needs none.",
                command(Topology.SINGLE, Fault.STALE_FOLLOWER));
    }

    /** One that made sense, but no run came to its end. */
    static Experiment failed() {
        return new Experiment(
                Topology.SINGLE,
                Fault.PRIMARY_KILLED,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                0,
                0,
                null,
                "No run came to its end.",
                LEASE,
                List.of("run 1 of 1 failed: no server"),
                List.of(),
                command(Topology.SINGLE, Fault.PRIMARY_KILLED),
                null);
    }

    /** The lab's complaint, and what must never be. */
    static Experiment harm() {
        return new Experiment(
                Topology.REPLICAS_SAFE,
                Fault.PRIMARY_KILLED,
                3,
                512,
                1,
                0,
                20,
                2,
                0,
                2600.0,
                31_000.0,
                7,
                1,
                null,
                null,
                LEASE,
                List.of("It was held twice, <once>"),
                List.of("The master had \"its\" data & lost it"),
                command(Topology.REPLICAS_SAFE, Fault.PRIMARY_KILLED),
                null);
    }

    /** More servers down than may be. */
    static Experiment majorityLost() {
        return new Experiment(
                Topology.REDLOCK_5,
                Fault.MAJORITY_KILLED,
                3,
                700,
                0,
                0,
                0,
                0,
                0,
                2940.0,
                null,
                12,
                0,
                0L,
                null,
                LEASE,
                List.of(),
                List.of(),
                command(Topology.REDLOCK_5, Fault.MAJORITY_KILLED),
                picture(false));
    }

    static Comparison comparison(Experiment... experiments) {
        return new Comparison(List.of(experiments), surroundings(), false);
    }

    /** A bit of everything. */
    static Comparison mixed() {
        return comparison(notRun(), heldTwice(), harm(), safe(), majorityLost(), zombie());
    }

    /** As large as a real one: each fault on each topology. */
    static Comparison full() {
        List<Experiment> all = new ArrayList<>();
        for (Topology topology : Topology.values()) {
            for (Fault fault : Fault.values()) {
                all.add(any(topology, fault, all.size()));
            }
        }
        return new Comparison(all, surroundings(), false);
    }

    private static Experiment any(Topology topology, Fault fault, int number) {
        return switch (number * 3 % 7) {
            case 0 -> experiment(topology, fault, 3, 0, 9210, 3, 4100.0, 3300.0);
            case 1 -> experiment(topology, fault, 0, 3, 2950, 3, 6010.0, 3120.0);
            case 2 ->
                Experiment.notRun(
                        topology,
                        fault,
                        LEASE,
                        "libfaketime is not on this machine; install Debian's faketime and redis-server.",
                        command(topology, fault));
            default -> experiment(topology, fault, 0, 0, 0, 0, null, 310.0);
        };
    }

    private static Experiment experiment(
            Topology topology,
            Fault fault,
            long v1,
            long v2,
            double overlap,
            long refused,
            @Nullable Double told,
            double lockout) {
        return new Experiment(
                topology,
                fault,
                3,
                1500,
                v1,
                v2,
                overlap,
                0,
                refused,
                told,
                lockout,
                2,
                0,
                null,
                null,
                LEASE,
                List.of(),
                List.of(),
                command(topology, fault),
                picture(v1 > 0));
    }

    static String command(Topology topology, Fault fault) {
        return "./lab compare --topology " + topology + " --fault " + fault + " --runs 3 --seed 4711";
    }

    private static Map<String, String> surroundings() {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("started", "2026-11-30T12:00:00Z");
        notes.put("command", "./lab compare --runs 3 --seed 4711");
        notes.put("seed", "4711");
        notes.put("machine", "Linux amd64, 2 cores <&>");
        notes.put("redis", "7.0.15");
        notes.put("zookeeper", "3.9.5");
        notes.put("load average after", "1.4");
        return notes;
    }

    /** The holder stays for long, past its deadline or not; the others come in turns, in many short sections. */
    static RunPicture picture(boolean valid) {
        double deadline = valid ? 30_000 : 5000;
        List<Span> holder = new ArrayList<>();
        holder.add(new Span(2000, Math.min(deadline, 12_000), 17, deadline, Kind.VALID));
        if (!valid) {
            holder.add(new Span(5000, 12_000, 17, deadline, Kind.PAST_DEADLINE));
        }
        List<Mark> marks = List.of(
                new Mark(2400, "the holder is inside"),
                new Mark(2500, "<struck>"),
                new Mark(11_900, "the holder goes on"));
        return new RunPicture(
                16_000,
                List.of(
                        new Lane("client 1 (holder)", holder),
                        new Lane("client 2", turns(0, 2000, 6500)),
                        new Lane("client 3", turns(100, 2000, 6500))),
                marks,
                new Gap(2500, 6500));
    }

    /** Short sections, but for the time of a lock-out. */
    private static List<Span> turns(double first, double lockedFrom, double lockedTo) {
        List<Span> spans = new ArrayList<>();
        long token = 1;
        for (double from = first; from < 15_900; from += 200) {
            token++;
            if (from + 90 <= lockedFrom || from >= lockedTo) {
                spans.add(new Span(from, from + 90, token, from + 3000, Kind.VALID));
            }
        }
        return spans;
    }
}
